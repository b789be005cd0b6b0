#[test]
fn t() {
    for unit in [
        "!",
        "(]",
        "game ",
        "game A\n",
        "def\n",
        "x\n",
        "\"\n",
        "state n: nat\n",
        "# remark\n",
        "\n",
        ";",
        "def f = 1\n",
        "param a = 1, b = 2\n",
        "move m: pass\n",
        "start A\n",
    ] {
        for p in ["", "game A\n  ", "game A\n  state n: nat\n  move m: "] {
            let text = if p.is_empty() {
                unit.repeat(60_000)
            } else {
                format!("{p}{}", unit.replace("\n", "\n  ").repeat(60_000))
            };
            let t = std::time::Instant::now();
            let a = grundy_rule::parse_file(&text);
            let t1 = t.elapsed();
            let _ = grundy_rule::check_file(&a.file);
            let t2 = t.elapsed();
            let _ = grundy_rule::read(&text);
            let t3 = t.elapsed();
            let _ = grundy_rule::format(&text);
            println!(
                "{unit:?} {p:?} parse {t1:?} check {:?} read {:?} format {:?} n={}",
                t2 - t1,
                t3 - t2,
                t.elapsed() - t3,
                a.diagnostics.len()
            );
        }
    }
}
