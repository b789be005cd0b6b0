// The words of the page's own buttons and labels, in three languages; answers come worded from the library.
const catalogue = {
  book: ['Book', '안내서', '手冊'],
  library: ['Library', '게임 목록', '遊戲庫'],
  rules: ['Rules', '규칙', '規則'],
  play: ['Play', '대국', '對局'],
  truth: ['Answer', '답', '解答'],
  views: ['Analysis', '분석', '分析'],
  moves: ['Moves', '수', '著法'],
  search: ['Search the library', '게임 찾기', '搜尋遊戲'],
  language: ['Language', '언어', '語言'],
  theme: ['Light or dark', '밝게 / 어둡게', '淺色 / 深色'],
  newGame: ['New', '새로', '新增'],
  share: ['Share', '공유', '分享'],
  format: ['Tidy', '정리', '整理'],
  formatTitle: ['Lay the rules out in one style', '규칙을 한 가지 양식으로 정리', '以統一格式排列規則'],
  position: ['Position', '국면', '局面'],
  positionHint: ['as the rules say', '규칙대로', '依規則'],
  slider: ['Moves of the game', '기보', '棋譜'],
  toStart: ['To the start', '처음으로', '回到開始'],
  undo: ['Back (←)', '뒤로 (←)', '上一步 (←)'],
  redo: ['On (→)', '앞으로 (→)', '下一步 (→)'],
  toEnd: ['To the end', '끝으로', '到最後'],
  opponent: ['Against', '상대', '對手'],
  noOpponent: ['each other', '둘이서', '兩人對下'],
  perfect: ['the machine, perfect', '컴퓨터: 완벽', '電腦：完美'],
  strong: ['the machine, strong', '컴퓨터: 강함', '電腦：強'],
  casual: ['the machine, two moves ahead', '컴퓨터: 두 수 앞', '電腦：看兩步'],
  weak: ['the machine, weak', '컴퓨터: 약함', '電腦：弱'],
  swap: ['Change sides', '편 바꾸기', '交換'],
  swapTitle: ['The machine takes the other side', '컴퓨터가 다른 편을 맡음', '電腦改下另一方'],
  values: ['values', '값 보기', '顯示值'],
  save: ['Save', '저장', '儲存'],
  load: ['Load', '열기', '載入'],
  page: ['As a page', '페이지로', '存成網頁'],
  pageTitle: ['One file to play on without a server', '서버 없이 놀 수 있는 파일 하나', '不需伺服器即可對局的單一檔案'],
  cancel: ['Cancel', '취소', '取消'],
  longer: ['Think longer', '더 생각하기', '再想久一點'],
  close: ['Close', '닫기', '關閉'],
  copied: ['This link carries the rules, the position and the moves. It was copied.',
    '이 링크에 규칙, 국면, 수가 모두 들어 있습니다. 복사했습니다.', '這個連結包含規則、局面與著法，已複製。'],
  link: ['This link carries the rules, the position and the moves.',
    '이 링크에 규칙, 국면, 수가 모두 들어 있습니다.', '這個連結包含規則、局面與著法。'],
  badLink: ['This link cannot be read.', '이 링크를 읽을 수 없습니다.', '無法讀取這個連結。'],
  toMove: ['{} to move', '{} 차례', '輪到 {}'],
  wins: ['{} wins', '{} 승', '{} 獲勝'],
  drawn: ['A draw', '무승부', '平手'],
  thinking: ['the machine thinks …', '컴퓨터가 생각 중 …', '電腦思考中 …'],
  leads: ['{} leads by {}', '{} {}점 앞섬', '{} 領先 {} 分'],
  win: ['win', '승', '勝'],
  draw: ['draw', '무승부', '平手'],
  loss: ['loss', '패', '負'],
  mistake: ['mistake', '실수', '失誤'],
  refutedBy: ['answered by {}', '응수: {}', '應以 {}'],
  choose: ['Which?', '어느 수?', '哪一步？'],
  noMoves: ['No moves', '둘 수 없음', '沒有著法'],
  errors: ['mistakes: {}', '실수 {}개', '{} 個錯誤'],
  fine: ['The rules are fine', '규칙에 문제없음', '規則正確'],
  fix: ['Write {}', '{} 쓰기', '改寫為 {}'],
  insert: ['Add {}', '{} 추가', '加上 {}'],
  why: ['Why', '이유', '為什麼'],
  plan: ['The plan: which methods are tried, in which order', '계획: 시도할 방법과 그 순서', '計畫：依序嘗試的方法'],
  tree: ['Tree', '나무', '樹'],
  graph: ['Graph', '그래프', '圖'],
  map: ['Map', '지도', '地圖'],
  table: ['Table', '표', '表'],
  sequence: ['Sequence', '수열', '數列'],
  thermograph: ['Thermograph', '온도 그래프', '溫度圖'],
  pattern: ['Pattern', '규칙성', '規律'],
  proof: ['Claims', '주장', '主張'],
  certificate: ['Certificate', '증명서', '證書'],
  facts: ['Facts', '사실', '事實'],
  strategyOnly: ['strategy only', '전략만', '只看策略'],
  deeper: ['deeper', '더 깊이', '更深'],
  shallower: ['shallower', '덜 깊이', '更淺'],
  fold: ['fold or unfold what lies below', '아래를 접거나 펼치기', '摺疊或展開下面的部分'],
  over: ['over', '범위', '範圍'],
  ofValues: ['of the values', '값의 규칙성', '數值的規律'],
  ofWins: ['of who wins', '승패의 규칙성', '勝負的規律'],
  download: ['Download', '내려받기', '下載'],
  certificateHint: ['A certificate is evidence that a small separate checker accepts: grundy verify FILE',
    '증명서는 작은 별도 검사기가 받아들이는 증거입니다: grundy verify FILE', '證書是獨立小型檢查器可接受的證據：grundy verify FILE'],
  make: ['Make', '만들기', '產生'],
  busy: ['The server is busy; this will be tried again.', '서버가 바쁩니다. 다시 시도합니다.', '伺服器忙碌中，稍後會再試。'],
  lost: ['The server does not answer.', '서버가 응답하지 않습니다.', '伺服器沒有回應。'],
  workerEnded: ['The computation was ended: {}', '계산이 중단되었습니다: {}', '計算已中止：{}'],
  again: ['moves again', '한 번 더', '再走一次'],
  start: ['start', '시작', '開始'],
  computed: ['{} {}, {} s', '{} {}, {}초', '{} {}，{} 秒'],
  playableAlone: ['Every position is inside this page.', '모든 국면이 이 페이지 안에 있습니다.', '所有局面都在這個網頁裡。'],
  notWhole: ['The table of this game has more than 5 MB, so only its first moves are inside this page.',
    '이 게임의 표는 5 MB를 넘어 처음 몇 수만 이 페이지에 들어 있습니다.', '這個遊戲的表超過 5 MB，因此本頁只包含最初幾步。'],
  outside: ['This move is not inside this page.', '이 수는 이 페이지에 없습니다.', '這一步不在本頁中。'],
};
const tags = ['en', 'ko', 'zh'];
let column = 0;

export const languageOf = tag => {
  const low = (tag || '').toLowerCase();
  return low.startsWith('ko') ? 'ko' : low.startsWith('zh') ? 'zh' : 'en';
};
export const speak = tag => { column = Math.max(0, tags.indexOf(tag)); };
export const say = (key, ...holes) => {
  const row = catalogue[key];
  let text = row ? row[column] : key;
  for (const hole of holes) text = text.replace('{}', () => String(hole));
  return text;
};
// Fills in every element that names its words.
export const label = root => {
  for (const one of root.querySelectorAll('[data-word]')) one.textContent = say(one.dataset.word);
  for (const one of root.querySelectorAll('[data-title]')) {
    one.title = say(one.dataset.title);
    one.setAttribute('aria-label', say(one.dataset.title));
  }
  for (const one of root.querySelectorAll('[data-label]')) one.setAttribute('aria-label', say(one.dataset.label));
  for (const one of root.querySelectorAll('[data-placeholder]')) {
    one.placeholder = say(one.dataset.placeholder);
    one.setAttribute('aria-label', say(one.dataset.placeholder));
  }
};
