use crate::door::{self, door};
use crate::reply::{Exit, Replied, Reply};
use grundy::{MAX_RULE_BYTES, Mistakes, Problem};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Which files, and where the result goes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy fmt nim.game             rewrite the file
  grundy fmt games --check        only say which files of a folder are not in canonical style (exit code 1)
  grundy fmt - < nim.game         from standard input to standard output")]
pub struct Args {
    /// Rule files, folders of `*.game` files, or `-` for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Write nothing; exit with 1 if a file is not in canonical style.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,

    /// Write the result to standard output instead of the files.
    #[arg(long)]
    stdout: bool,
}

/// Formats each file that has no mistakes; files with mistakes stay as they are and are reported together.
pub fn run(args: Args) -> Replied {
    let mut text = String::new();
    let mut rows = Vec::new();
    let mut mistaken: Vec<Mistakes> = Vec::new();
    let mut changes = 0;
    for path in files(&args.files)? {
        let standard_input = path.as_os_str() == "-";
        let source = if standard_input { door().standard_input()? } else { door::read(&path, MAX_RULE_BYTES)? };
        let result = match grundy::format_rules(&source.text) {
            Ok(result) => result,
            Err(diagnostics) => {
                mistaken.push(Mistakes { text: source, diagnostics });
                continue;
            }
        };
        let changed = result != source.text;
        changes += usize::from(changed);
        let mut row = json!({ "file": source.name, "changed": changed });
        if args.check {
            if changed {
                text.push_str(&format!("{} is not in canonical style\n", source.name));
            }
        } else if args.stdout || standard_input {
            text.push_str(&result);
            row["text"] = json!(result);
        } else if changed {
            replace(&path, &result)?;
            text.push_str(&format!("formatted {}\n", source.name));
        }
        rows.push(row);
    }
    if !mistaken.is_empty() {
        return Err(Problem::of_texts(mistaken));
    }
    let exit = if args.check && changes > 0 { Exit::Refuted } else { Exit::Fine };
    Ok(Reply { text: text.into(), json: json!({ "files": rows, "changed": changes }), exit })
}

fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    for argument in arguments {
        files.extend(door::rule_files(argument)?);
    }
    Ok(files)
}

/// Replaces a file's text so that at every moment the file is the old one or the new one, whole. A link stays a link.
fn replace(path: &Path, text: &str) -> Result<(), Problem> {
    let fault = |error: std::io::Error| {
        Problem::bad_input("E53", format!("`{}` cannot be written: {error}", path.display()))
            .remedy("look at who may write it; `--stdout` shows the result")
    };
    let target = path.canonicalize().map_err(fault)?;
    let permissions = target.metadata().map_err(fault)?.permissions();
    if permissions.readonly() {
        return Err(fault(std::io::Error::from(std::io::ErrorKind::PermissionDenied)));
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = std::fs::OpenOptions::new().write(true).create_new(true).open(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(permissions)?;
        file.sync_all()
    });
    let done = written.and_then(|()| std::fs::rename(&temporary, &target));
    if done.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    done.map_err(fault)
}
