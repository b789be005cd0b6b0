//! Where a tablebase is to be: the file, and beside it the folder FILE.work with the pieces of its build.

use crate::folder::Folder;
use crate::writer::Writer;
use grundy::Problem;
use grundy::tablebase::{Pieces, TableHeader, TablePlace, TakeEntry};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that a tablebase is built into.
pub struct FilePlace {
    path: PathBuf,
    work: PathBuf,
    folder: Option<Arc<Folder>>,
}

/// The file in the folder that says which build the pieces are of.
const PLAN: &str = "plan.json";

impl FilePlace {
    /// The place of a file.
    pub fn new(path: &Path) -> FilePlace {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".work");
        FilePlace { path: path.to_path_buf(), work: path.with_file_name(name), folder: None }
    }

    fn trouble(&self, error: &io::Error) -> Problem {
        Problem::bad_input("file", format!("{}: {error}", self.path.display()))
            .remedy("what is done is kept: the same command goes on once this is mended")
    }
}

impl TablePlace for FilePlace {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn finished(&self) -> Result<Option<(TableHeader, u64)>, Problem> {
        if !self.path.exists() {
            return Ok(None);
        }
        let file = crate::open(&self.path)?;
        Ok(Some((file.header().clone(), file.bytes())))
    }

    fn pieces(&mut self, plan: &str) -> Result<Arc<dyn Pieces>, Problem> {
        let folder = Arc::new(Folder::open(&self.work).map_err(|error| self.trouble(&error))?);
        let place = self.work.join(PLAN);
        match fs::read_to_string(&place) {
            Ok(known) if known == plan => {}
            Ok(_) => {
                let cause = format!("{} holds the pieces of another build", self.work.display());
                return Err(Problem::bad_input("tablebase", cause).remedy("remove it, or name another file"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let beside = self.work.join("part.plan");
                fs::write(&beside, plan)
                    .and_then(|()| fs::rename(&beside, &place))
                    .map_err(|error| self.trouble(&error))?;
            }
            Err(error) => return Err(self.trouble(&error)),
        }
        self.folder = Some(folder.clone());
        Ok(folder)
    }

    fn write(
        &mut self,
        header: &TableHeader,
        entries: &mut dyn FnMut(&mut TakeEntry) -> io::Result<()>,
    ) -> Result<u64, Problem> {
        let written = Writer::begin(&self.path, header).and_then(|mut writer| {
            entries(&mut |number, code| writer.push(number, code))?;
            writer.finish()
        });
        written.map_err(|error| self.trouble(&error))
    }

    fn clear(&mut self) -> Result<(), Problem> {
        self.folder = None;
        match fs::remove_dir_all(&self.work) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.trouble(&error)),
            _ => Ok(()),
        }
    }
}
