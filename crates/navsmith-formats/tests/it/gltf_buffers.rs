//! Buffers of glTF files: data URIs, files beside them, and compressed views.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::Path;

use navsmith_core::geometry::SplitMix64;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::for_tests::MeshoptLayout;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::gltf::parse;
use serde_json::json;

/// Positions of three corners.
const CORNERS: &str = "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAQAAAAAAAAABA";

/// Reads a triangle whose indices are the first three bytes at a URI.
fn read(uri: &str, folder: Option<&Path>) -> Result<Vec<u32>, String> {
    let json = json!({
        "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR" },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }, { "buffer": 1, "byteLength": 3 }],
        "buffers": [{ "uri": CORNERS, "byteLength": 36 }, { "uri": uri, "byteLength": 4 }],
    });
    let scene = parse(json.to_string().as_bytes(), folder).map_err(|why| why.to_string())?;
    let picked = scene.soup(&[0]).expect("not too much");
    Ok(picked.soup.polygons().flat_map(|(corners, _)| corners.to_vec()).collect())
}

#[test]
fn paths_only_go_down() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("level");
    fs::create_dir_all(folder.join("sub/a b")).unwrap();
    for name in ["a.bin", "level/a.bin", "level/sub/a b.bin", "level/sub/a b/c", "level/100%", "a"] {
        fs::write(outer.path().join(name), [0, 1, 2, 0]).unwrap();
    }
    for uri in ["a.bin", "./a.bin", "sub/a b.bin", "sub/a%20b%2Fc", "100%"] {
        assert_eq!(read(uri, Some(&folder)), Ok(vec![0, 1, 2]), "{uri}");
    }
    for uri in
        ["", "/etc/hostname", "../a.bin", "sub/../../a", "file:///a", "C:\\a", "a\\b", "http://a/b", "a\0"]
    {
        let why = read(uri, Some(&folder)).expect_err(uri);
        assert!(why.contains("only files in the glTF's own folder are read"), "{uri}: {why}");
    }
    assert!(read("%FF%FE.bin", Some(&folder)).is_err(), "no UTF-8");
}

#[test]
fn data_uris_are_read_with_and_without_padding() {
    for uri in [
        "application/octet-stream;base64,AAECAA==",
        "a/b;charset=x;base64,AAECAA",
        ";base64,AAECAB==",
        ",%00%01%02%00",
    ] {
        assert_eq!(read(&format!("data:{uri}"), None), Ok(vec![0, 1, 2]), "{uri}");
    }
    assert!(read("data:;base64,*", None).is_err(), "no base64");
    assert!(read("data:base64", None).is_err(), "no comma");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), [0, 1, 2, 3]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret"), folder.path().join("a.bin")).unwrap();
    fs::write(folder.path().join("b.bin"), [0, 1, 2, 3]).unwrap();
    let why = read("a.bin", Some(folder.path())).expect_err("a link out");
    assert!(why.contains("buffers[1]") && why.contains("leads out"), "{why}");
    assert_eq!(read("b.bin", Some(folder.path())), Ok(vec![0, 1, 2]), "a file inside");
}

/// Mode, filter, number of elements and bytes of each.
type Properties = (&'static str, Option<&'static str>, u32, u32);

/// Data that the library meshoptimizer 1.3 wrote, with the hash of what its decoder returns.
const WRITTEN: [(&str, Properties, &str, u64); 9] = [
    (
        "version 0",
        ("ATTRIBUTES", None, 22, 4),
        "a0052aaaaaaaaaa000000a044444444444444444444400000000000a066666666666666666666600000000000a08\
         88888888888888888888000000000000000000000000000000000000000000000000000000000000000000000000\
         00",
        0xbe16_af29_8c97_04f7,
    ),
    (
        "version 1, differences of bytes",
        ("ATTRIBUTES", None, 22, 4),
        "a155052aaaaaaaaaa000000a044444444444444444444400000000000a066666666666666666666600000000000a\
         08888888888888888888880000000000000000000000000000000000000000000000000000000000",
        0xbe16_af29_8c97_04f7,
    ),
    (
        "version 1, differences of two bytes",
        ("ATTRIBUTES", None, 23, 4),
        "a1bf00789237bbc269b768c188c8bd59d1aa62cad889b192aa003451dd7d460454f2c8d6369829471355ed6c8d90\
         96c5009ac24e3e122e1056142c302a1830041e001808140614000000000000000000000000000000000000007b54\
         bd3d01",
        0xd6a6_ff93_a69a_28c4,
    ),
    (
        "version 1, exclusive or of words",
        ("ATTRIBUTES", None, 18, 12),
        "a1ffffff00d59ab99f53517bf6f30584b8d76214bdbf008239ff7bfa40f8eae523b50ca146af468900ddb5d9acda\
         4184ee5feaa309fa8f4cc91600afdd7cf781087e1f8cd6af64bc1fb8cfd600dbe0f7507838a95c793ad60df6c59b\
         56a5005df5238176ceb9c77ab22bf12f40d66e6a00c6fc32182e7452719641cea0066b0022a200fa8054b86e3698\
         7be9bb3b3bd8c27fe9a200afbaa222cc1e78f10198b3b13f78f465b9008939977625578b3d09b31fbb2cb9e86c49\
         00fac738cc0b869a87e73acee29d0115d366007ab640e3d244ae1ab2ca63a19f66e50800000000000000000000da\
         5b3a990eeafbbee9dc5ac7000012",
        0x0223_dc82_5d6b_9614,
    ),
    (
        "exponents",
        ("ATTRIBUTES", Some("EXPONENTIAL"), 19, 12),
        "a157575700284958e9ad9f120d0300298fffb0fb0e828905109801981800000005109801981800000002015afffc\
         45437ad20f141107000e020b00d500019fa2000403dedf022c1d0d40093500012120060102000201212006010200\
         0202015afffc45437ad20f141107000e020b00015f608e8d9b2d9a4a0c2270b778472f00e6010060108604000101\
         0060108604000102015afffc45437ad20f141107000e020b000000000000000000010000056bffff050100000500\
         0000",
        0x0e19_e5fc_b294_4d27,
    ),
    (
        "triangles",
        ("TRIANGLES", None, 84, 4),
        "e1f0003010200004101000301520000310100030152000033030200110007687566778a9866589689801690000",
        0x636d_5bed_7b76_e34c,
    ),
    (
        "triangles with stored indices",
        ("TRIANGLES", None, 36, 4),
        "e1ff0f1f0f1f0f1f0f1f0f1f0fffe0c5080e020d100d100d100d100d100d007687566778a9866589689801690000",
        0x7fff_8b58_c9e1_7bb8,
    ),
    (
        "a sequence",
        ("INDICES", None, 36, 2),
        "d1000404060c060c020a1004060c02020804060a021c16180400020802040400020802040400000000",
        0xb5eb_4ed6_ea36_cf1b,
    ),
    (
        "a sequence of large indices",
        ("INDICES", None, 36, 4),
        "d1c18b111d051f211b011d051f211b011d051f211b011d051f211b011d051f211b011d051f211b00000000",
        0x7fff_8b58_c9e1_7bb8,
    ),
];

fn layout((mode, filter, count, stride): Properties) -> Result<MeshoptLayout, String> {
    let view = json!({
        "buffer": 0, "byteLength": 0, "mode": mode, "filter": filter, "count": count, "byteStride": stride,
    });
    MeshoptLayout::of(&serde_json::from_value(view).unwrap()).map_err(|why| why.to_string())
}

fn data(hex: &str) -> Vec<u8> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16).unwrap() as u8;
    hex.as_bytes().as_chunks::<2>().0.iter().map(|[high, low]| digit(high) << 4 | digit(low)).collect()
}

#[test]
fn views_decode_as_with_the_library_that_wrote_them() {
    for (what, properties, hex, expected) in WRITTEN {
        let layout = layout(properties).unwrap();
        let decoded = layout.decode(&data(hex), &Progress::none()).unwrap();
        assert_eq!(decoded.len(), layout.byte_length(), "{what}");
        assert_eq!(format!("{:016x}", Stamp::of(&decoded).hash), format!("{expected:016x}"), "{what}");
    }
}

#[test]
fn data_that_is_cut_short_or_too_long_is_damaged() {
    for (what, properties, hex, _) in WRITTEN {
        let (layout, data) = (layout(properties).unwrap(), data(hex));
        let refusal =
            |data: &[u8], progress| layout.decode(data, &progress).expect_err("refused").to_string();
        for length in 0..data.len() {
            assert_eq!(
                refusal(&data[..length], Progress::none()),
                "its data is damaged",
                "{what}, {length} bytes"
            );
        }
        // Bytes at the end are read from there, so bytes are left over in the middle.
        let longer = [&data[..], &[0; 40]].concat();
        assert_eq!(refusal(&longer, Progress::none()), "its data is damaged", "{what}");
        let unknown = [&[0xf7], &data[1..]].concat();
        assert_eq!(refusal(&unknown, Progress::none()), "its data has an unknown version", "{what}");
        assert_eq!(refusal(&data, Progress::stopping_after(0)), Stopped.to_string(), "{what}");
    }
}

#[test]
fn damaged_data_decodes_to_the_stated_length_or_to_an_error() {
    let mut chance = SplitMix64(3);
    let mut below = |most: usize| (chance.unit() * most as f64) as usize;
    let mut refused = 0;
    for (_, properties, hex, _) in WRITTEN.repeat(300) {
        let (layout, mut data) = (layout(properties).unwrap(), data(hex));
        for _ in 0..=below(4) {
            let at = below(data.len());
            data[at] = below(256) as u8;
        }
        match layout.decode(&data, &Progress::none()) {
            Ok(decoded) => assert_eq!(decoded.len(), layout.byte_length()),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "{refused} were refused");
}

#[test]
fn properties_that_the_extension_rules_out_are_refused() {
    let error = |properties| layout(properties).expect_err("refused");
    assert_eq!(error(("MESHLETS", None, 3, 4)), "its mode is invalid");
    assert_eq!(error(("TRIANGLES", None, 4, 2)), "its count is invalid");
    for (mode, stride) in [("ATTRIBUTES", 0), ("ATTRIBUTES", 6), ("ATTRIBUTES", 260), ("INDICES", 1)] {
        assert_eq!(error((mode, None, 3, stride)), "its byteStride is invalid");
    }
    for properties in [("ATTRIBUTES", Some("OCTAHEDRAL"), 3, 4), ("INDICES", Some("EXPONENTIAL"), 3, 4)] {
        assert_eq!(error(properties), "its filter is not for positions or indices");
    }
    assert!(layout(("ATTRIBUTES", Some("NONE"), u32::MAX - 1, 256)).is_ok(), "the budget limits the count");
}
