//! The page `spec/tool/verdict.md` against [`judge`]: every combination of circumstances is in exactly one row of its
//! truth table, and gives what the row says.

use crate::domain::value::Dependencies;
use crate::eval::diagnose::verdict::{Circumstances, Claim, Heeds, Reason, Verdict, judge, judge_passes};

const PAGE: &str = include_str!("../../../../../spec/tool/verdict.md");

/// The rows of the table that follows a header with these columns.
fn rows(header: &str) -> Vec<Vec<Vec<String>>> {
    let after = PAGE.split_once(header).expect("the page has the table").1;
    let cell = |text: &str| text.split(" or ").map(|word| word.trim().to_owned()).collect();
    let row = |line: &str| line.trim_matches('|').split('|').map(cell).collect::<Vec<Vec<String>>>();
    after.lines().skip(2).take_while(|line| line.starts_with('|')).map(row).collect()
}

fn verdict(text: &str) -> Verdict {
    let reason = |word: &str| match word {
        "assumed" => Reason::Assumed,
        "script argument" => Reason::ScriptArgument,
        "doubtful" => Reason::Doubtful,
        "guarded" => Reason::Guarded,
        "follows failure" => Reason::FollowsFailure,
        "same cause" => Reason::SameCause,
        "other passes" => Reason::OtherPasses,
        other => panic!("no reason is called {other}"),
    };
    match text.split_once(": ") {
        None if text == "error" => Verdict::Error,
        None if text == "warning" => Verdict::Warning,
        Some(("note", word)) => Verdict::Note(reason(word)),
        Some(("nothing", word)) => Verdict::Nothing(reason(word)),
        _ => panic!("no verdict is called {text}"),
    }
}

/// All circumstances, each with the words by which a row names it.
fn all() -> Vec<([&'static str; 4], Circumstances)> {
    let mut all = Vec::new();
    let claims = [("refutation", Claim::Refutation), ("obligation", Claim::Obligation), ("hazard", Claim::Hazard)];
    let bases = [
        ("this frame", Dependencies::LOCAL),
        ("caller", Dependencies::param(0)),
        ("caller", Dependencies::OUTSIDE),
        ("assumption", Dependencies::ASSUMED.and(Dependencies::param(1))),
        ("assumption", Dependencies::ASSUMED_INT),
        ("script argument", Dependencies::ARGUMENT),
    ];
    // There are some, opaque ones, none but for items, none but for data.
    let guards = [
        ("none", [false, false, true, true], Heeds::OpaqueGuards),
        ("none", [false, false, true, true], Heeds::AllGuards),
        ("none", [false, false, true, true], Heeds::Kinds),
        ("none", [false, false, true, true], Heeds::Conditions),
        ("independent", [true, false, false, false], Heeds::OpaqueGuards),
        ("independent", [true, false, true, false], Heeds::OpaqueGuards),
        ("independent", [true, false, true, false], Heeds::Conditions),
        ("independent", [true, false, false, true], Heeds::Kinds),
        ("independent, heeded", [true, false, false, false], Heeds::AllGuards),
        ("independent, heeded", [true, false, true, false], Heeds::AllGuards),
        ("independent, heeded", [true, false, false, true], Heeds::AllGuards),
        ("independent, heeded", [true, false, false, false], Heeds::Kinds),
        ("independent, heeded", [true, false, true, false], Heeds::Kinds),
        ("independent, heeded", [true, false, false, false], Heeds::Conditions),
        ("opaque", [true, true, false, false], Heeds::OpaqueGuards),
        ("opaque", [true, true, false, false], Heeds::AllGuards),
        ("opaque", [true, true, false, false], Heeds::Kinds),
        ("opaque", [true, true, false, false], Heeds::Conditions),
    ];
    for (claim_word, claim) in claims {
        for (base_word, dependencies) in bases {
            for (guard_word, [guarded, guarded_opaquely, only_for_items, only_for_data], heeds) in guards {
                for (refuted, same_cause, doubtful) in
                    [(false, false, false), (true, false, false), (true, true, false), (false, false, true)]
                {
                    let path = match (refuted, same_cause, doubtful) {
                        (true, true, _) => "failed, same cause",
                        (true, ..) => "failed",
                        (_, _, true) => "doubtful",
                        _ => "live",
                    };
                    let circumstances = Circumstances {
                        claim,
                        dependencies,
                        heeds,
                        guarded,
                        guarded_opaquely,
                        only_for_items,
                        only_for_data,
                        refuted,
                        same_cause,
                        doubtful,
                    };
                    all.push(([claim_word, base_word, guard_word, path], circumstances));
                }
            }
        }
    }
    all
}

#[test]
fn every_combination_is_in_one_row_and_is_what_that_says() {
    let rows = rows("| claim | depends on | guards | path | verdict |");
    assert!(rows.len() > 10);
    for (words, circumstances) in all() {
        let fits = |row: &&Vec<Vec<String>>| {
            words.iter().zip(row.iter()).all(|(word, cell)| cell.iter().any(|one| one == word || one == "any"))
        };
        let found: Vec<_> = rows.iter().filter(fits).collect();
        assert_eq!(found.len(), 1, "{words:?}");
        assert_eq!(judge(&circumstances), verdict(&found[0][4][0]), "{words:?}");
    }
}

#[test]
fn over_the_passes_of_a_loop() {
    let rows = rows("| met in | verdict |");
    for row in &rows {
        let (met, evaluated) = if row[0][0] == "all passes" { (3, 3) } else { (2, 3) };
        assert_eq!(judge_passes(met, evaluated), verdict(&row[1][0]), "{row:?}");
    }
    assert_eq!(rows.len(), 2);
}

#[test]
fn each_reason_has_words_of_its_own() {
    use Reason::{Assumed, Caught, Doubtful, FollowsFailure, Guarded, OtherPasses, SameCause, ScriptArgument};
    let all = [Assumed, ScriptArgument, Doubtful, Guarded, FollowsFailure, SameCause, OtherPasses, Caught];
    for (place, reason) in all.iter().enumerate() {
        assert!(
            reason.text().contains(' ') && all[..place].iter().all(|other| other.text() != reason.text()),
            "{reason:?}"
        );
    }
}
