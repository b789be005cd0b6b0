//! What the codes of messages mean and what to do, the rows of docs/diagnostics.md, in Korean and in Chinese.

/// Korean and Chinese.
pub fn row(english: &str) -> Option<(&'static str, &'static str)> {
    let row = match english {
        "the text is too long" => ("텍스트가 너무 길다", "文字太長"),
        "split it into several files" => ("여러 파일로 나눈다", "拆成數個檔案"),
        "a character, number or text that the language does not have" => {
            ("이 언어에 없는 글자, 수 또는 텍스트", "語言中沒有的字元、數字或文字")
        }
        "as the message says: `≤` is `<=`, `!` is `not`, numbers are whole and fit 64 bits, `\"` closes a text" => (
            "메시지대로 쓴다: `≤`는 `<=`, `!`는 `not`, 수는 64비트 정수, 텍스트는 `\"`로 닫는다",
            "依訊息改寫：`≤` 寫作 `<=`，`!` 寫作 `not`，數字為 64 位元整數，文字以 `\"` 結尾",
        ),
        "a line is indented like no block above it" => {
            ("위의 어느 블록과도 들여쓰기가 맞지 않는 줄", "此行的縮排與上方任何區塊都不符")
        }
        "indent it like the block it belongs to" => ("속한 블록과 같게 들여쓴다", "與所屬區塊同樣縮排"),
        "something is nested too deep or too long, or definitions call each other too often" => {
            ("너무 깊거나 길게 중첩되었거나, 정의가 서로를 너무 많이 부른다", "巢狀太深或太長，或定義互相呼叫太多次")
        }
        "name a part with `def`; use `sum(...)`, `all(...)`; `2 * d` for `d + d`" => (
            "일부를 `def`로 이름 붙인다; `sum(...)`, `all(...)`을 쓴다; `d + d`는 `2 * d`로",
            "以 `def` 為一部分命名；用 `sum(...)`、`all(...)`；`d + d` 寫作 `2 * d`",
        ),
        "the words or brackets do not fit together" => ("단어나 괄호가 서로 맞지 않는다", "字詞或括號不相配"),
        "write what the message names" => ("메시지가 말하는 것을 쓴다", "寫上訊息所指的內容"),
        "a word that the language does not have here" => ("이 자리에 쓸 수 없는 단어", "此處不能用的字"),
        "the word it is near to" => ("비슷한 단어로 고친다", "改為相近的字"),
        "nothing has this name" => ("이런 이름을 가진 것이 없다", "沒有此名稱"),
        "the name it is near to, or declare it" => ("비슷한 이름으로 고치거나 선언한다", "改為相近的名稱，或加以宣告"),
        "a name is taken, reserved, or hides another" => {
            ("이미 쓰였거나 예약된 이름, 또는 다른 이름을 가리는 이름", "名稱已被使用、保留，或遮蔽了另一個名稱")
        }
        "choose another" => ("다른 이름을 고른다", "換一個名稱"),
        "two things of different kinds meet" => ("종류가 다른 두 가지가 만난다", "兩個不同種類的東西相遇"),
        "write something of the kind wanted" => ("알맞은 종류의 것을 쓴다", "寫上所需種類的東西"),
        "a call has too many, too few or doubly filled arguments" => {
            ("인자가 너무 많거나 적거나 두 번 주어진 호출", "呼叫的引數太多、太少或重複")
        }
        "give each once; parameters by name" => {
            ("하나씩 한 번만 준다; 매개변수는 이름으로", "每個只給一次；參數用名稱")
        }
        "a game lacks state or moves, a field lacks its set" => {
            ("게임에 상태나 수가 없거나, 필드에 집합이 없다", "遊戲缺少狀態或著法，或欄位缺少其集合")
        }
        "declare it" => ("선언한다", "加以宣告"),
        "a name has no meaning where it stands" => ("이 자리에서는 뜻이 없는 이름", "名稱在此處沒有意義"),
        "sets depend on parameters; `stuck` and `forever` belong to verdicts; lists, tuples and `int` to parameters" => {
            (
                "집합은 매개변수에만 의존한다; `stuck`과 `forever`는 판정에, 리스트·튜플·`int`는 매개변수에 쓴다",
                "集合只依參數而定；`stuck` 與 `forever` 用於判定；串列、元組與 `int` 用於參數",
            )
        }
        "something that is no finite set is walked" => ("유한 집합이 아닌 것을 훑는다", "走訪的不是有限集合"),
        "write a range, a set or a list" => ("범위, 집합 또는 리스트를 쓴다", "寫範圍、集合或串列"),
        "something that is no field is changed" => ("필드가 아닌 것을 바꾼다", "更改的不是欄位"),
        "change a field" => ("필드를 바꾼다", "更改欄位"),
        "a statement follows `become` or `then`, or a loop ends with `then`" => (
            "`become`이나 `then` 뒤에 문장이 있거나, 반복문이 `then`으로 끝난다",
            "`become` 或 `then` 之後還有敘述，或迴圈以 `then` 結尾",
        ),
        "write it before; write `then` below the loop" => {
            ("앞에 쓴다; `then`은 반복문 아래에 쓴다", "寫在前面；`then` 寫在迴圈之下")
        }
        "a turn of several steps need not end" => ("여러 단계의 차례가 끝나지 않을 수 있다", "多步的一手可能不會結束"),
        "let every step use something up: a piece taken, a cell left" => {
            ("단계마다 무엇인가 줄어들게 한다: 잡힌 말, 떠난 칸", "讓每一步都用掉些什麼：被吃的棋子、離開的格子")
        }
        "write it before" => ("그 앞에 쓴다", "寫在它之前"),
        "a definition calls itself in a rule" => ("규칙 안의 정의가 자기 자신을 부른다", "規則中的定義呼叫自身"),
        "use `reach(...)` or a bounded `for`; only claims may recurse" => (
            "`reach(...)`나 한계가 있는 `for`를 쓴다; 재귀는 주장에서만 된다",
            "用 `reach(...)` 或有界的 `for`；只有主張可以遞迴",
        ),
        "a `show` text does not give every value a character of its own" => {
            ("`show` 텍스트가 값마다 다른 글자를 주지 않는다", "`show` 文字沒有給每個值各自的字元")
        }
        "one character per value, in declaration order, without a bar" => {
            ("선언 순서대로 값마다 한 글자, 막대 없이", "依宣告順序每個值一個字元，不含直線")
        }
        "an argument of a position names no parameter or field, or is of another kind" => (
            "국면의 인자가 매개변수나 필드의 이름이 아니거나 종류가 다르다",
            "局面的引數不是參數或欄位的名稱，或種類不符",
        ),
        "the name it is near to; write the kind wanted" => {
            ("비슷한 이름으로; 알맞은 종류로 쓴다", "改為相近的名稱；寫所需的種類")
        }
        "a verdict on play that never ends depends on a position, on who moves or on points" => (
            "끝나지 않는 게임의 판정이 국면, 차례 또는 점수에 의존한다",
            "對永不結束的遊戲的判定依賴局面、輪到誰或分數",
        ),
        "`Left wins when forever`, `draw when forever`; other conditions in lines of their own" => (
            "`Left wins when forever`, `draw when forever`; 다른 조건은 따로 한 줄에",
            "`Left wins when forever`、`draw when forever`；其他條件各寫一行",
        ),
        "a statement may take a field out of its set" => {
            ("문장이 필드를 그 집합 밖으로 내보낼 수 있다", "敘述可能使欄位超出其集合")
        }
        "bound it in the guard" => ("가드에서 한계를 둔다", "在條件中加以限制"),
        "a read or write in a body can be off the board, or reckons with `none`" => (
            "본문의 읽기나 쓰기가 판을 벗어나거나 `none`으로 셈할 수 있다",
            "本體中的讀寫可能超出棋盤，或以 `none` 計算",
        ),
        "test it in the guard, or put `if x in S:` or `if x != none:` around it" => (
            "가드에서 검사하거나 `if x in S:` 또는 `if x != none:`으로 감싼다",
            "在條件中檢查，或以 `if x in S:` 或 `if x != none:` 包住",
        ),
        "a `nat` has no upper bound: a move adds to it" => {
            ("`nat`에 위쪽 한계가 없다: 수가 이를 늘린다", "`nat` 沒有上界：有著法使其增加")
        }
        "write a range" => ("범위를 쓴다", "寫範圍"),
        "a set is too large to be walked or laid out" => {
            ("집합이 너무 커서 훑거나 배치할 수 없다", "集合太大，無法走訪或配置")
        }
        "choose smaller parameters or ranges" => ("더 작은 매개변수나 범위를 고른다", "選較小的參數或範圍"),
        "games that end in different ways are added" => {
            ("끝나는 방식이 다른 게임들을 더했다", "把結束方式不同的遊戲相加")
        }
        "add only games that all end by being stuck alike" => {
            ("똑같이 둘 수 없어서 끝나는 게임만 더한다", "只把同樣因無著法可走而結束的遊戲相加")
        }
        "a number leaves the range of 64 bits during play" => {
            ("게임 도중 수가 64비트 범위를 벗어난다", "遊戲中的數超出 64 位元範圍")
        }
        "keep numbers below 9.2e18" => ("수를 9.2e18보다 작게 한다", "使數小於 9.2e18"),
        "a definition that a claim uses calls itself too often" => {
            ("주장이 쓰는 정의가 자기 자신을 너무 많이 부른다", "主張所用的定義呼叫自身太多次")
        }
        "make every call smaller than the one before" => ("부를 때마다 더 작아지게 한다", "使每次呼叫都比前一次小"),
        "a `split` is wrong" => ("틀린 `split`", "`split` 有誤"),
        "the message gives a position and a move whose cells lie in different parts" => (
            "메시지에 나온 국면에는 칸들이 서로 다른 부분에 놓이는 수가 있다",
            "訊息給出一個局面與一步其格子落在不同部分的著法",
        ),
        "a `symmetry` is wrong" => ("틀린 `symmetry`", "`symmetry` 有誤"),
        "the message gives a position and a move without an image" => {
            ("메시지에 나온 국면에는 대칭인 수가 없는 수가 있다", "訊息給出一個局面與一步沒有像的著法")
        }
        "a `measure` does not fall" => ("`measure`가 줄지 않는다", "`measure` 沒有減少"),
        "the message gives a move that does not lower it" => {
            ("메시지에 이를 줄이지 않는 수가 나온다", "訊息給出一步不使其減少的著法")
        }
        "an `invariant` fails" => ("`invariant`가 깨진다", "`invariant` 不成立"),
        "the message gives a position that breaks it" => {
            ("메시지에 이를 깨는 국면이 나온다", "訊息給出一個違反它的局面")
        }
        "a `claim` is wrong" => ("틀린 `claim`", "`claim` 有誤"),
        "the message gives the smallest counterexample, to paste back" => {
            ("메시지에 그대로 붙여 넣을 수 있는 가장 작은 반례가 나온다", "訊息給出可貼回的最小反例")
        }
        "an `expect` line fails" => ("`expect` 줄이 성립하지 않는다", "`expect` 行不成立"),
        "the message gives the answer found" => ("메시지에 찾은 답이 나온다", "訊息給出所得的答案"),
        "there is no such file" => ("그런 파일이 없다", "沒有此檔案"),
        "look at its spelling; names of the library need no `.game`" => {
            ("철자를 확인한다; 라이브러리의 이름에는 `.game`이 필요 없다", "檢查拼寫；程式庫的名稱不需 `.game`")
        }
        "a folder stands where a file is wanted, or holds no rule files" => {
            ("파일이 있어야 할 곳에 폴더가 있거나, 폴더에 규칙 파일이 없다", "需要檔案之處是資料夾，或其中沒有規則檔")
        }
        "name a file in it" => ("그 안의 파일 이름을 쓴다", "指明其中的檔案"),
        "a file cannot be read or written" => ("파일을 읽거나 쓸 수 없다", "檔案無法讀寫"),
        "look at who may" => ("권한을 확인한다", "檢查權限"),
        "a file is not UTF-8" => ("UTF-8이 아닌 파일", "檔案不是 UTF-8"),
        "save it as UTF-8" => ("UTF-8로 저장한다", "存成 UTF-8"),
        "no file or game of the library has this name" => {
            ("이런 이름의 파일이나 라이브러리 게임이 없다", "沒有此名稱的檔案或程式庫遊戲")
        }
        "the name it is near to; `grundy games` lists them" => {
            ("비슷한 이름으로; `grundy games`가 목록을 보여 준다", "改為相近的名稱；`grundy games` 會全部列出")
        }
        "the game makes no claim that could be proved" => ("게임에 증명할 주장이 없다", "遊戲沒有可證明的主張"),
        "write a `claim` line, or ask `grundy pattern`" => {
            ("`claim` 줄을 쓰거나 `grundy pattern`에 묻는다", "寫一行 `claim`，或用 `grundy pattern`")
        }
        "a game cannot be written as a function: play can return, or something is not translated" => (
            "게임을 함수로 쓸 수 없다: 국면이 되돌아오거나, 번역되지 않는 것이 있다",
            "遊戲無法寫成函式：局面會重現，或有無法轉譯之處",
        ),
        "what is named at the place; `grundy solve` answers for it" => {
            ("그 자리에 적힌 대로; `grundy solve`로는 풀 수 있다", "依該處所指；`grundy solve` 可求解")
        }
        "a move may leave the position unchanged, so that play may be endless" => {
            ("국면을 그대로 두는 수가 있어 게임이 끝나지 않을 수 있다", "有著法可能不改變局面，使遊戲可能無盡")
        }
        "forbid it in the set or guard" => ("집합이나 가드에서 막는다", "在集合或條件中禁止"),
        "a move has very many candidate binders" => ("수의 후보 조합이 너무 많다", "著法的候選組合太多"),
        "bind before filtering: `t = c + d`" => ("거르기 전에 값을 정한다: `t = c + d`", "先綁定再篩選：`t = c + d`"),
        _ => return None,
    };
    Some(row)
}
