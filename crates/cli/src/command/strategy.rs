use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Problem, StrategyAnswer, strategy};
use grundy_draw::{Fonts, Format, Style, draw};
use std::path::{Path, PathBuf};

/// Which position, and where the evidence goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy strategy knights 'N = 10000'
  grundy strategy cram 'R = 5, C = 6' --certificate cram.cert -o pairs.svg
  grundy verify cram.cert
  grundy strategy chomp 'R = 8, C = 9'")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Write the pairing, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw the pairs: svg html tikz png txt by the file's name.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Who wins, and the strategy that shows it.
pub fn run(args: Args) -> Replied {
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let mut seen = strategy(&subject, position.as_ref(), door().engine, &budget)?;
    if let Some(path) = &args.certificate {
        certify(&mut seen, path)?;
    }
    if let Some(path) = &args.output {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = Format::of_extension(extension).filter(|format| *format != Format::Dot).ok_or_else(|| {
            Problem::bad_input("format", format!("`{}` names no format", path.display()))
                .remedy("end it in .svg .html .tikz .png or .txt")
        })?;
        let bytes = draw(&seen.picture()?, format, &Style::default(), &Fonts::embedded(), &budget)
            .map_err(|refusal| Problem::bad_input("picture", refusal.to_string()))?;
        whole::write(path, &bytes)?;
        seen.file = Some(path.display().to_string());
    }
    Ok(Reply::of(&seen))
}

/// Writes the certificate of a pairing, and notes it.
pub fn certify(seen: &mut StrategyAnswer, path: &Path) -> Result<(), Problem> {
    whole::write(path, seen.pairing_certificate()?.text().as_bytes())?;
    seen.certificate = Some(path.display().to_string());
    Ok(())
}
