//! Saving on Unix: symbolic and hard links, permissions, owners and attributes.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

use crate::saving::{KEEPING, NEW, OLD, cautions, forced, plainly, yard};
use navsmith_formats::for_tests::{DiskCall, save_with_faults};
use navsmith_formats::io::save::{Caution, SaveError, SaveOptions, previous_version, save};

#[test]
fn a_symbolic_link_stays_one_and_may_lead_to_a_file_that_does_not_exist() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("deep/file.ron"), folder.path().join("link.ron"));
    fs::create_dir(folder.path().join("deep")).unwrap();
    symlink("via.ron", &link).unwrap();
    symlink("deep/file.ron", folder.path().join("via.ron")).unwrap();
    plainly(&link, OLD).unwrap();
    plainly(&link, NEW).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "still a link");
    assert_eq!(fs::read(&file).unwrap(), NEW, "the file that it leads to was saved");
}

#[test]
fn a_link_to_a_file_that_is_named_like_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link.json"), folder.path().join("file.ron"));
    fs::write(&file, OLD).unwrap();
    symlink("file.ron", &link).unwrap();
    let error = plainly(&link, NEW).expect_err("another kind of file").to_string();
    assert!(error.contains("file.ron, which is named like another format"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), OLD, "the file is as before");
    let version = folder.path().join("version.ron");
    symlink("version.ron.7", &version).unwrap();
    plainly(&version, NEW).expect("a name of no format");
}

#[test]
fn a_symbolic_link_that_leads_back_to_itself_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loop.ron");
    symlink("loop.ron", &path).unwrap();
    let error = plainly(&path, NEW).expect_err("a loop");
    assert!(matches!(error, SaveError::LinkLoop { .. }), "{error}");
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink(), "left alone");
}

#[test]
fn permissions_stay() {
    for mode in [0o400, 0o600, 0o640, 0o644, 0o664] {
        let (_folder, path) = yard();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        save(&path, NEW, &forced()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "as before");
    }
}

#[test]
fn other_names_of_a_file_are_asked_about_and_keep_the_old_content() {
    let (folder, path) = yard();
    let other = folder.path().join("other.ron");
    fs::hard_link(&path, &other).unwrap();
    assert_eq!(cautions(plainly(&path, NEW)), [Caution::HardLinks(1)], "asked");
    save(&path, NEW, &forced()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
    assert_eq!(fs::read(&other).unwrap(), OLD, "apart");
}

#[test]
fn a_previous_version_left_by_a_killed_save_is_no_other_name() {
    let (_folder, path) = yard();
    fs::hard_link(&path, previous_version(&path)).unwrap();
    save(&path, NEW, &KEEPING).unwrap();
    assert_eq!(fs::read(previous_version(&path)).unwrap(), OLD, "the previous version");
    assert_eq!(fs::metadata(&path).unwrap().nlink(), 1, "a file of its own");
}

#[test]
fn a_name_as_long_as_the_system_allows_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    for length in [247, 248, 254, 255] {
        let path = folder.path().join("n".repeat(length));
        fs::write(&path, OLD).unwrap();
        plainly(&path, NEW).unwrap();
        assert_eq!(fs::read(&path).unwrap(), NEW, "{length} bytes");
    }
}

#[test]
fn extended_attributes_stay() {
    let (_folder, path) = yard();
    if xattr::set(&path, "user.navsmith", b"kept").is_err() {
        eprintln!("skipped: this file system has no extended attributes");
        return;
    }
    plainly(&path, NEW).unwrap();
    assert_eq!(xattr::get(&path, "user.navsmith").unwrap().as_deref(), Some(&b"kept"[..]), "as before");
}

#[test]
fn an_owner_that_cannot_be_kept_is_asked_about() {
    let (_folder, path) = yard();
    if std::os::unix::fs::chown(&path, Some(12345), Some(12345)).is_err() {
        eprintln!("skipped: this user cannot give files away");
        return;
    }
    plainly(&path, OLD).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().uid(), 12345, "kept where the system allows it");
    let refused = RefCell::new(0);
    let before = |call: DiskCall| {
        if call == DiskCall::SetOwner {
            *refused.borrow_mut() += 1;
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(())
    };
    let asked = cautions(save_with_faults(&before, &path, NEW, &SaveOptions::default()));
    assert_eq!(asked, [Caution::OtherOwner], "asked");
    save_with_faults(&before, &path, NEW, &forced()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW, "replaced if forced");
    assert_eq!(*refused.borrow(), 2, "refused twice");
}
