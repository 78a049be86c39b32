//! `navsmith simulate` and `navsmith check` on scenarios, run like a script does.

use crate::support::command_line::{Folder, SQUARES, run, sample};

/// Returns the ramp with another time within which all agents have to arrive.
fn ramp(seconds: &str) -> (Folder, String) {
    let text = std::fs::read_to_string(sample("agents_ramp.ron")).expect("a sample");
    let changed =
        text.replace("all_arrive_within: Some(18.0)", &format!("all_arrive_within: Some({seconds})"));
    Folder::with("ramp.ron", &changed)
}

/// Returns the digits of the time within which all agents have to arrive.
fn expected_time(text: &str) -> &str {
    let (_, behind) = text.split_once("all_arrive_within: Some(").expect("a time");
    behind.split_once(')').expect("a closing bracket").0
}

#[test]
fn a_run_as_expected_exits_with_0_and_reports_its_numbers() {
    let (_folder, file) = ramp("18.0");
    let ran = run(&["simulate", &file, "--json"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let report = ran.json();
    let row = &report["scenarios"][0];
    assert_eq!((&report["holds"], &row["holds"]), (&true.into(), &true.into()));
    assert_eq!((row["agents"].as_u64(), row["arrived"].as_u64()), (Some(3), Some(3)));
    assert_eq!(row["expected"], "all arrive within 18 s, none stuck");
    assert_eq!((&row["stuck"], &row["reasons"]), (&serde_json::json!([]), &serde_json::json!([])));
    let number = |name: &str| row[name].as_f64().expect("a number");
    assert!(number("first_arrival") <= number("last_arrival") && number("last_arrival") <= 18.0);
    assert!(number("walked_over_planned") > 0.995 && number("largest_overlap") <= 0.05);
    assert_eq!(run(&["simulate", &file, "--json"]).out, ran.out, "the same result in every run");
    assert_eq!(run(&["check", &file]).code, Some(0));
}

#[test]
fn a_run_that_differs_exits_with_1_and_names_the_reason() {
    let (_folder, file) = ramp("3.0");
    for verb in ["simulate", "check"] {
        let ran = run(&[verb, &file, "--json"]);
        assert_eq!(ran.code, Some(1), "{verb}: {} {}", ran.out, ran.err);
        let row = &ran.json()["scenarios"][0];
        assert_eq!(row["holds"], false, "{verb}");
        let reason = row["reasons"][0].as_str().expect("a reason");
        assert!(reason.ends_with("expected within 3 s"), "{verb}: {reason}");
    }
    let cut_short = run(&["simulate", &file, "--seconds", "4", "--json"]);
    assert_eq!(cut_short.code, Some(1));
    let row = &cut_short.json()["scenarios"][0];
    assert_eq!(row["reasons"][0], "3 of 3 agents did not arrive");
    assert_eq!(row["seconds"].as_f64(), Some(4.0));
}

#[test]
fn a_run_that_ends_before_the_expected_time_is_not_checked() {
    let (_folder, file) = ramp("18.0");
    let ran = run(&["simulate", &file, "--seconds", "1", "--json"]);
    assert_eq!(ran.code, Some(1), "not all agents arrived: {}", ran.err);
    let (report, none) = (ran.json(), serde_json::Value::Null);
    let row = &report["scenarios"][0];
    assert_eq!((&report["holds"], &row["holds"], &row["reasons"]), (&none, &none, &serde_json::json!([])));
    let text = run(&["simulate", &file, "--seconds", "1"]).out;
    let line = "  not checked   all arrive within 18 s, none stuck, and the run is too short\n";
    assert!(text.ends_with(line), "{text}");
}

#[test]
fn a_scenario_without_an_expectation_neither_holds_nor_differs() {
    let text = std::fs::read_to_string(sample("agents_ramp.ron")).expect("a sample");
    let (from, expected) = text.split_once("expected: Some((all_arrive_within").expect("an expectation");
    let (_, behind) = expected.split_once(")))").expect("its end");
    let (_folder, file) = Folder::with("ramp.ron", &format!("{from}expected: None{behind}"));
    for (seconds, code) in [("1", 1), ("30", 0)] {
        let ran = run(&["simulate", &file, "--seconds", seconds, "--json"]);
        let (report, none) = (ran.json(), serde_json::Value::Null);
        assert_eq!((ran.code, &report["holds"]), (Some(code), &none), "{}", ran.err);
        assert_eq!(report["scenarios"][0]["holds"], none);
    }
}

#[test]
fn stuck_agents_are_listed_with_cause_and_remedy() {
    let ran = run(&["simulate", &sample("agents_chase.ron"), "--scenario", "straight chase", "--json"]);
    assert_eq!(ran.code, Some(0), "up to five may be stuck: {} {}", ran.out, ran.err);
    let report = ran.json();
    let stuck = report["scenarios"][0]["stuck"].as_array().expect("a list").clone();
    assert_eq!((report["scenarios"].as_array().map(Vec::len), stuck.len()), (Some(1), 5));
    for row in stuck {
        assert_eq!(row["cause"], "behind a wall");
        assert_eq!(row["remedy"], "Let the group follow waypoints or a corridor.");
    }
}

#[test]
fn stuck_agents_of_a_cause_are_one_line_with_an_example() {
    let text = run(&["simulate", &sample("agents_chase.ron"), "--scenario", "straight chase"]).out;
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  stuck ")).collect();
    let [line] = lines.as_slice() else { panic!("{text}") };
    let start =
        "  stuck         5 agents of chasers: behind a wall; agent 0 of chasers: The agent walks straight";
    assert!(line.starts_with(start), "{line}");
    assert!(line.ends_with("Let the group follow waypoints or a corridor."), "{line}");
}

#[test]
fn a_run_cut_short_by_an_option_names_the_option() {
    let (_folder, file) = ramp("18.0");
    let text = run(&["simulate", &file, "--seconds", "1"]).out;
    assert!(
        text.contains("  late          3 agents of ") && text.contains("Run it longer, with --seconds."),
        "{text}"
    );
    assert!(!text.contains("Increase the duration"), "{text}");
}

#[test]
fn missing_space_at_the_start_is_stated_before_the_other_numbers() {
    let scenario = "scenarios: [(name: \"walk\", duration: Some(9.0), groups: [(name: \"walkers\", count: 10, spawn: Disc(center: (x: 1.0, z: 1.0), radius: 0.5), target: Point(at: (x: 3.0, z: 1.0)))])])";
    let text = SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + scenario;
    let (_folder, file) = Folder::with("squares.ron", &text);
    let text = run(&["simulate", &file]).out;
    let lines: Vec<&str> = text.lines().collect();
    let after = lines.iter().position(|line| line.starts_with("  arrivals ")).unwrap_or(0);
    assert!(lines[after + 1].starts_with("  no space      "), "{text}");
    assert!(text.contains(" % of a radius, at the start\n"), "{text}");
    let row = &run(&["simulate", &file, "--json", "--seconds", "0.5"]).json()["scenarios"][0];
    assert_eq!(row["largest_overlap_at"], 0.0);
    let names: Vec<_> = row["stuck"].as_array().into_iter().chain(row["late"].as_array()).flatten().collect();
    assert!(!names.is_empty(), "{row}");
    for name in names.iter().map(|row| &row["name"]) {
        assert!(name.as_str().is_some_and(|name| name.ends_with(" of walkers")), "{name}");
    }
}

#[test]
fn arguments_that_no_run_can_use_exit_with_2_and_say_what_to_do() {
    let (_folder, file) = ramp("18.0");
    let (_other, without) = Folder::with("squares.ron", SQUARES);
    let unknown = ["--scenario", "down the ramp"];
    let refusals: [(&[&str], &str); 9] = [
        (&["--scenario", ""], "the name of the scenario is empty; name one of "),
        (&unknown, "no scenario is named down the ramp"),
        (&["--seconds", "NaN"], "is not a finite number"),
        (&["--seconds", "inf"], "is not a finite number"),
        (&["--seconds", "0"], "give more than 0 and at most 3600 seconds"),
        (&["--seconds", "-1"], "give more than 0 and at most 3600 seconds"),
        (&["--seconds=-1"], "give more than 0 and at most 3600 seconds"),
        (&["--seconds", "3601"], "give more than 0 and at most 3600 seconds"),
        (&["--seconds", "soon"], "'soon' for '--seconds"),
    ];
    for (more, message) in refusals {
        let ran = run(&[&["simulate", &file], more].concat());
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{more:?}: {}", ran.err);
        assert!(ran.err.contains(message), "{more:?}: {}", ran.err);
    }
    let ran = run(&["simulate", &without]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("the document has no scenario; add one"), "{}", ran.err);
}

#[test]
fn an_update_expects_what_a_scenario_does() {
    let (_folder, file) = ramp("3.0");
    let ran = run(&["check", &file, "--update"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    assert!(ran.out.contains("updated  "), "{}", ran.out);
    let ran = run(&["check", &file, "--json"]);
    assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    let row = &ran.json()["scenarios"][0];
    let within = row["last_arrival"].as_f64().expect("a time");
    let expected = row["expected"].as_str().expect("an expectation");
    let number = expected.split(' ').find_map(|word| word.parse::<f64>().ok()).expect("a time");
    assert!(within <= number && number < within + 0.11, "{expected}: {within}");
    assert!(run(&["check", &file]).out.ends_with("1 of 1 scenario as expected\n"));
    assert!(expected.ends_with(", none stuck"), "as the file expects: {expected}");
    let text = std::fs::read_to_string(&file).expect("it is there");
    let only_time = text.replace(", most_stuck: Some(0)", "").replace(expected_time(&text), "3.0");
    let (_folder, file) = Folder::with("ramp.ron", &only_time);
    assert_eq!(run(&["check", &file, "--update"]).code, Some(0));
    let row = &run(&["check", &file, "--json"]).json()["scenarios"][0]["expected"];
    assert!(row.as_str().is_some_and(|expected| !expected.contains("stuck")), "nothing is added: {row}");
}

#[test]
fn starts_and_targets_off_the_mesh_are_reported() {
    let scenario = "scenarios: [(name: \"walk\", duration: Some(20.0), groups: [(name: \"walkers\", spawn: Point(at: (x: -30.0, z: 1.0)), target: Point(at: (x: 3.0, z: 1.0)))])])";
    let text = SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + scenario;
    let (_folder, file) = Folder::with("squares.ron", &text);
    let ran = run(&["simulate", &file, "--json"]);
    let off = &ran.json()["scenarios"][0]["off_mesh"];
    assert_eq!((off.as_array().map(Vec::len), &off[0]["part"]), (Some(1), &"start".into()), "{off}");
    let distance = off[0]["distance"].as_f64().expect("a distance");
    assert!(distance > 29.0, "{distance}");
    let text = run(&["simulate", &file]).out;
    assert!(text.contains("off the mesh  the start of walkers, by "), "{text}");
    let ran = run(&["check", &file]);
    assert!(ran.out.ends_with("nothing was checked; 1 scenario expects nothing\n"), "{}", ran.out);
}

#[test]
fn a_scenario_without_agents_is_not_checked() {
    let scenario = "scenarios: [(name: \"walk\", expected: (all_arrive_within: 1), groups: [])])";
    let text = SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + scenario;
    let (_folder, file) = Folder::with("squares.ron", &text);
    let ran = run(&["check", &file]);
    assert!(ran.out.ends_with("nothing was checked; 1 scenario has no agents\n"), "{}", ran.out);
    assert_eq!(run(&["check", &file, "--json"]).json()["empty_scenarios"], 1);
}

#[test]
fn values_beyond_all_measure_are_refused_with_advice() {
    let document = |far: &str, horizon: &str| {
        format!(
            "(version: 1, vertices: [(0, 0, 0), (0, 0, {far}), ({far}, 0, 0)], cells: [(corners: [0, 1, 2])], \
             scenarios: [(name: \"walk\", duration: Some(4.0), groups: [(name: \"walkers\", count: 2, \
             spawn: Point(at: (x: 1.0, z: 1.0)), target: Point(at: (x: 3.0, z: 1.0)), \
             movement: Some((wall_horizon: Some({horizon}))))])])"
        )
    };
    for (far, horizon, message) in [
        ("8", "1e30", "its wall horizon is 1"),
        ("1e20", "0.5", "the mesh is more than 10000000 m from the origin"),
        ("8", "0.5", ""),
    ] {
        let (_folder, file) = Folder::with("walk.ron", &document(far, horizon));
        let ran = run(&["simulate", &file]);
        let code = if message.is_empty() { Some(0) } else { Some(2) };
        assert_eq!(ran.code, code, "{far} {horizon}: {} {}", ran.out, ran.err);
        assert!(ran.err.contains(message), "{far} {horizon}: {}", ran.err);
    }
}

#[test]
fn agents_that_follow_the_pointer_wait_and_are_not_stuck() {
    let scenario = "scenarios: [(name: \"follow\", duration: Some(5.0), groups: [(name: \"pets\", count: 2, spawn: Point(at: (x: 1.0, z: 1.0)), target: Pointer)])]";
    let text = SQUARES.strip_suffix(')').expect("a closing bracket").to_owned() + ", " + scenario + ")";
    let (_folder, file) = Folder::with("squares.ron", &text);
    let ran = run(&["simulate", &file, "--json"]);
    let row = &ran.json()["scenarios"][0];
    assert_eq!((ran.code, &row["waiting"], &row["stuck"]), (Some(0), &2.into(), &serde_json::json!([])));
    assert!(run(&["simulate", &file]).out.contains("waiting       2 agents"));
}

#[test]
fn a_chase_under_a_moving_target_names_its_floor() {
    let text = "NavMesh(version: 1, vertices: [(0, 0, 0), (0, 0, 12), (12, 0, 12), (12, 0, 0), (0, 3, 0), (0, 3, 12), (12, 3, 12), \
        (12, 3, 0)], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])], scenarios: [(name: \"s\", duration: 20, groups: [\
        (name: \"t\", spawn: Point(at: (x: 6, y: 3, z: 6)), target: Route(points: [(x: 4, y: 3, z: 6), (x: 8, y: 3, z: 6)], loop: true)), \
        (name: \"c\", behavior: Chase, spawn: Point(at: (x: 2, y: 0, z: 2)), target: Agent(group: 0, index: 0))])])";
    let (_folder, file) = Folder::with("chase.ron", text);
    let ran = run(&["simulate", &file]);
    assert!(ran.out.contains("on another floor"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_start_in_a_forbidden_area_is_named() {
    let text = SQUARES.replacen("cells: [", "areas: [(name: \"a\", color: (1, 2, 3))], cells: [", 1);
    let group = "scenarios: [(name: \"s\", duration: 5, groups: [(name: \"g\", spawn: Point(at: (x: 0.5, z: 0.5)), \
        target: Point(at: (x: 0.6, z: 0.5)), costs: [(area: 0, cost: inf)])])]";
    let end = text.rfind(')').expect("a document");
    let (_folder, file) =
        Folder::with("blocked.ron", &format!("{}, {group})", text[..end].trim_end().trim_end_matches(',')));
    let ran = run(&["simulate", &file]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("group g starts on cell 0, which is blocked: "), "{}", ran.err);
}
