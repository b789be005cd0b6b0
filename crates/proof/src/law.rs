//! Certificates of laws, which hold for all sizes: claims, periods, pairings. Certificate and rules in, verdict out; the rules and
//! the game are read here, and nothing but the claim is taken from the certificate.

use crate::small::{Said, Spoken};
use crate::{
    Board, Certificate, Claim, Formula, HeapDigits, PAIRING_FIRST_LINE, PERIOD_FIRST_LINE, PairingCertificate,
    PeriodCertificate, PeriodOf, Refusal, Start, Translated, check, check_pairing, check_period, parse, translate,
};
use grundy_answer::Watch;
use grundy_kernel::Malformed;
use grundy_rule::{Declared, Diagnostic, Domain, Module, Rules, sha256};
use grundy_run::{Component, Game, Stored, Value, World, ones};
use std::sync::Arc;

/// The longest name of a game with its parameters, in bytes.
const LONGEST_NAME: usize = 1 << 16;

/// Moves that the checker of periods may look at, for each transition that the checker of claims may follow.
const MOVES_BY_TRANSITION: u64 = 40;

/// A law that was verified.
#[derive(Clone, Debug)]
pub struct Law {
    /// The game, or the code of its heaps.
    pub game: String,
    /// The digest of the rules; a code has none.
    pub rules: Option<String>,
    /// What is true.
    pub statement: Statement,
    /// The sentences that were checked, each with how much was looked at.
    pub sentences: Vec<(String, usize)>,
}

/// What a law says.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A claim of this kind, of all these positions.
    Claim {
        /// The kind, as certificates name it.
        kind: &'static str,
        /// Which positions.
        of: &'static str,
    },
    /// The Grundy values of heaps repeat.
    Period {
        /// How.
        law: String,
        /// By which theorem.
        theorem: &'static str,
    },
    /// A player wins by answering with images.
    Pairing {
        /// In words.
        law: String,
    },
}

/// Why a certificate of a law is not accepted.
#[derive(Clone, Debug)]
pub enum Unlawful {
    /// It is false, or does not fit the rules.
    Refused(String),
    /// A limit was reached.
    NoVerdict(String),
}

/// A certificate of a law, read.
pub enum LawCertificate {
    /// Of a claim for all sizes.
    Claim(Certificate),
    /// Of a period.
    Period(PeriodCertificate),
    /// Of a pairing.
    Pairing(PairingCertificate),
}

impl LawCertificate {
    /// Reads a certificate.
    pub fn parse(text: &str) -> Result<LawCertificate, Malformed> {
        match text.lines().next() {
            Some(PERIOD_FIRST_LINE) => PeriodCertificate::parse(text).map(LawCertificate::Period),
            Some(PAIRING_FIRST_LINE) => {
                let read = PairingCertificate::parse(text).map(LawCertificate::Pairing);
                read.map_err(|(line, reason)| Malformed { line, reason })
            }
            _ => parse(text).map(LawCertificate::Claim),
        }
    }

    /// The game it speaks of; nothing if it speaks of the heaps of a code.
    pub fn game(&self) -> Option<&str> {
        match self {
            LawCertificate::Claim(certificate) => Some(&certificate.game),
            LawCertificate::Pairing(certificate) => Some(&certificate.game),
            LawCertificate::Period(certificate) => match &certificate.of {
                PeriodOf::Code(_) => None,
                PeriodOf::Rules { game, .. } => Some(game),
            },
        }
    }

    /// Checks it against the rule text, which a code needs none of. `budget` is in transitions of automata.
    pub fn verify(&self, rules: Option<&str>, budget: u64, watch: &dyn Watch) -> Result<Law, Unlawful> {
        let refused = |reason: &str| Unlawful::Refused(reason.to_string());
        let digest = rules.map(|text| sha256(text.as_bytes()));
        let claimed = match self {
            LawCertificate::Claim(certificate) => Some(&certificate.rules),
            LawCertificate::Pairing(certificate) => Some(&certificate.rules),
            LawCertificate::Period(PeriodCertificate { of: PeriodOf::Rules { rules, .. }, .. }) => Some(rules),
            LawCertificate::Period(_) => None,
        };
        if claimed.is_some() && claimed != digest.as_ref() {
            let given = digest.ok_or_else(|| refused("its rules are not given"))?;
            return Err(Unlawful::Refused(Refusal::OtherRules { given }.to_string()));
        }
        let named = self.game().zip(rules);
        let named = named.map(|(game, text)| Named::read(game, text)).transpose().map_err(Unlawful::Refused)?;
        let (statement, sentences) = match (self, &named) {
            (LawCertificate::Claim(certificate), Some(named)) => claim(certificate, named, budget, watch)?,
            (LawCertificate::Period(certificate), named) => period(certificate, named.as_ref(), budget, watch)?,
            (LawCertificate::Pairing(certificate), Some(named)) => pairing(certificate, named)?,
            (_, None) => return Err(refused("its rules are not given")),
        };
        let code = match self {
            LawCertificate::Period(PeriodCertificate { of: PeriodOf::Code(code), .. }) => code.as_str(),
            _ => "",
        };
        Ok(Law { game: self.game().unwrap_or(code).to_string(), rules: claimed.cloned(), statement, sentences })
    }
}

type Checked = Result<(Statement, Vec<(String, usize)>), Unlawful>;

impl From<Refusal> for Unlawful {
    fn from(refusal: Refusal) -> Unlawful {
        match refusal {
            Refusal::NoVerdict { .. } => Unlawful::NoVerdict(refusal.to_string()),
            _ => Unlawful::Refused(refusal.to_string()),
        }
    }
}

fn claim(certificate: &Certificate, named: &Named, budget: u64, watch: &dyn Watch) -> Checked {
    let translated = translate(named.rules(), &named.params)
        .map_err(|reason| Unlawful::Refused(format!("the rules are outside arithmetic: {reason}")))?;
    if certificate.claim.convention() != translated.convention {
        let kind = certificate.claim.kind();
        return Err(Unlawful::Refused(format!(
            "`{kind}` is claimed under another convention of play than that of the rules"
        )));
    }
    let mut of = "all positions";
    let mut only_claimed = false;
    let mut result = check(certificate, &named.text, &translated.game, budget, watch);
    if let (Err(Refusal::False { .. }), Some(covered)) = (&result, covered(&translated)) {
        let mut game = translated.game.clone();
        game.domain = Some(Formula::All(game.domain.into_iter().chain([covered]).collect()));
        if let Ok(accepted) = check(certificate, &named.text, &game, budget, watch) {
            of = "all positions that the claims of the file speak of";
            only_claimed = true;
            result = Ok(accepted);
        }
    }
    let accepted = result?;
    let (world, key, params, slots) = (&named.world, named.key, &named.params, &translated.slots);
    let said = Said { claim: &certificate.claim, digits: certificate.digits };
    match (Spoken { world, key, params, slots, only_claimed }).contradiction(&said, watch) {
        Ok(None) => {}
        Ok(Some(contradiction)) => return Err(Unlawful::Refused(contradiction)),
        Err(stop) => return Err(Unlawful::NoVerdict(format!("no verdict: {stop} at small positions"))),
    }
    let kind = Claim::kind(&certificate.claim);
    Ok((Statement::Claim { kind, of }, accepted.sentences))
}

/// Where some claim of the file applies, if all of them are arithmetic.
fn covered(translated: &Translated) -> Option<Formula> {
    let each: Option<Vec<Formula>> = translated
        .claims
        .iter()
        .map(|claim| claim.as_ref().ok().filter(|one| one.calls.is_empty()).map(|one| one.when.clone()))
        .collect();
    each.filter(|each| !each.is_empty()).map(Formula::Any)
}

fn period(certificate: &PeriodCertificate, named: Option<&Named>, budget: u64, watch: &dyn Watch) -> Checked {
    let digits = match (&certificate.of, named) {
        (PeriodOf::Code(code), _) => HeapDigits::of_code(code),
        (PeriodOf::Rules { .. }, Some(named)) => named.game(1).and_then(|game| HeapDigits::of_game(&game)),
        (PeriodOf::Rules { .. }, None) => Err("its rules are not given".to_string()),
    };
    let digits = digits.map_err(Unlawful::Refused)?;
    let accepted = check_period(certificate, &digits, budget.saturating_mul(MOVES_BY_TRANSITION), watch)?;
    let (turn, saltus, start) = (certificate.period, certificate.saltus, certificate.preperiod);
    let law = format!("g(n + {turn}) = g(n) + {saltus} for all n from {start} on");
    Ok((Statement::Period { law, theorem: certificate.theorem.name() }, accepted.sentences))
}

fn pairing(certificate: &PairingCertificate, named: &Named) -> Checked {
    let board = named.board().map_err(|why| Unlawful::Refused(format!("pairing does not apply: {why}")))?;
    check_pairing(&board, &certificate.pairing).map_err(Unlawful::Refused)?;
    let who = if certificate.pairing.first.is_some() { "first" } else { "second" };
    let law = format!("the {who} player wins {} by {}", certificate.game, certificate.pairing.by);
    Ok((Statement::Pairing { law }, Vec::new()))
}

/// A game of a rule text with its parameters, as a certificate names it.
struct Named {
    text: String,
    world: Arc<World>,
    key: (usize, usize),
    params: Vec<Value>,
    /// The position that is named, unless nothing but parameters is, or it is too large to be set up.
    position: Option<Component>,
}

impl Named {
    fn read(game: &str, rules: &str) -> Result<Named, String> {
        let first = |mistakes: &[Diagnostic]| {
            let mistake = mistakes.iter().find(|mistake| mistake.is_error());
            mistake.map_or_else(|| "wrong".to_string(), |mistake| format!("[{}] {}", mistake.code, mistake.cause))
        };
        let reading = grundy_rule::read(rules);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(format!("the rules are wrong: {}", first(&reading.diagnostics)));
        }
        let world = World::new(vec![Arc::new(reading.module)]);
        let module: &Module = &world.modules()[0];
        let text = rules.to_string();
        if !game.contains('(') {
            let place =
                module.games.iter().position(|rules| rules.name == game).ok_or("the rules have no such game")?;
            let made = grundy_run::default_game(&world, (0, place), 1).map_err(|mistake| first(&[*mistake]))?;
            let params = made.params.clone();
            return Ok(Named { text, key: (0, place), params, position: None, world });
        }
        let expr = grundy_rule::parse_expression(game, LONGEST_NAME);
        let closed = expr.and_then(|expr| grundy_rule::check_position(&expr, &[module]));
        let closed = closed.map_err(|mistakes| format!("no such game: {}", first(&mistakes)))?;
        if let Some((key, params)) = grundy_run::parameters(&world, 0, &closed).map_err(|mistake| first(&[*mistake]))? {
            return Ok(Named { text, key, params, position: None, world });
        }
        let mut position = grundy_run::position(&world, 0, &closed).map_err(|mistake| first(&[*mistake]))?;
        let (Some(part), true) = (position.parts.pop(), position.parts.is_empty()) else {
            return Err("a certificate of a law speaks of one game".to_string());
        };
        Ok(Named { text, key: part.game.key, params: part.game.params.clone(), position: Some(part), world })
    }

    fn rules(&self) -> &Rules {
        self.world.rules(self.key)
    }

    /// The game, with `nat` fields of at most `bound`.
    fn game(&self, bound: i64) -> Result<Arc<Game>, String> {
        let game = self.world.game(self.key, self.params.clone(), vec![bound; self.rules().fields.len()]);
        game.map_err(|mistake| format!("[{}] {}", mistake.code, mistake.cause))
    }

    /// The board of a game of one set: the whole one, unless a position is named.
    fn board(&self) -> Result<Board, String> {
        match &self.position {
            Some(position) => Board::of(position),
            None => {
                if !begins_full(self.rules()) {
                    return Err("the board is not full at the start".to_string());
                }
                Board::new(self.rules(), &self.params, Start::Full)
            }
        }
    }
}

/// Whether all fields are sets that hold everything at the start, as the rules are written.
pub fn begins_full(rules: &Rules) -> bool {
    let full = |field: &Declared| match (&field.domain, &field.default) {
        (Domain::SetOf(inner), Some(default)) => matches!(&**inner, Domain::Of(set) if *set == default.expr),
        _ => false,
    };
    rules.fields.iter().all(full)
}

impl Board {
    /// The board of a position of one set; else why there is none.
    pub fn of(start: &Component) -> Result<Board, String> {
        let game = &start.game;
        let state = game.unpack(&start.packed);
        let ([Stored::Set(bits)], Some(universe)) = (&state.fields[..], game.universe(0)) else {
            return Err("a position is not one set".to_string());
        };
        let mut board = Board::new(game.source(), &game.params, Start::Full)?;
        let present: Vec<usize> = ones(bits).collect();
        if present.len() < universe.len() {
            let cell = |rank: usize| board.extent.cell(&universe.element(rank)).ok_or("no cell");
            board.start = Start::Cells(present.into_iter().map(cell).collect::<Result<_, _>>()?);
        }
        Ok(board)
    }
}
