//! Typed numbers and expressions.

use navsmith::editor::interaction::expression::{ExpressionError, evaluate};
use navsmith::editor::interaction::tool::typed::Typed;
use proptest::prelude::*;

#[test]
fn products_bind_more_than_sums() {
    for (text, value) in [
        ("=1/3", 1.0 / 3.0),
        ("2*3+0.5", 6.5),
        ("1 + 2 * -3", -5.0),
        ("-(1+2)/4", -0.75),
        ("8/2/2", 2.0),
        ("1-1-1", -1.0),
        (" .5 ", 0.5),
        ("1e-3", 0.001),
        ("--2", 2.0),
        ("−2", -2.0),
    ] {
        assert_eq!(evaluate(text), Ok(value), "{text}");
    }
}

#[test]
fn units_become_metres() {
    for (text, value) in
        [("2 m", 2.0), ("20cm", 0.2), ("5 mm + 1 m", 1.005), ("(1+1) km", 2000.0), ("1m/4", 0.25)]
    {
        assert_eq!(evaluate(text), Ok(value), "{text}");
    }
}

#[test]
fn a_text_that_is_no_number_is_refused_with_the_reason() {
    for (text, why) in [
        ("", ExpressionError::Ends),
        ("=", ExpressionError::Ends),
        ("1/", ExpressionError::Ends),
        ("1,5", ExpressionError::Comma),
        ("(1+2", ExpressionError::Open),
        ("1/0", ExpressionError::NotFinite),
        ("1 2", ExpressionError::Trailing("2".into())),
        ("2 miles", ExpressionError::Trailing("miles".into())),
        ("1+x", ExpressionError::NoNumber("x".into())),
        ("nan", ExpressionError::NoNumber("nan".into())),
        ("1.2.3", ExpressionError::NoNumber("1.2.3".into())),
    ] {
        assert_eq!(evaluate(text), Err(why), "{text}");
    }
    assert_eq!(evaluate(&"(".repeat(100_000)), Err(ExpressionError::TooDeep), "no stack is used up");
}

/// Generates an expression together with its value.
fn expression() -> impl Strategy<Value = (String, f64)> {
    let number = (0..1000u32).prop_map(|n| (format!("{}", f64::from(n) / 8.0), f64::from(n) / 8.0));
    number.prop_recursive(5, 40, 2, |inner| {
        (inner.clone(), inner, 0..5u8).prop_map(|((a, x), (b, y), operator)| match operator {
            0 => (format!("({a}) + ({b})"), x + y),
            1 => (format!("({a})-({b})"), x - y),
            2 => (format!("({a})*({b})"), x * y),
            3 => (format!("({a})/({b})"), x / y),
            _ => (format!("-({a})"), -x),
        })
    })
}

proptest! {
    #[test]
    fn an_expression_has_the_value_of_its_parts((text, value) in expression()) {
        let expected = if value.is_finite() { Ok(value) } else { Err(ExpressionError::NotFinite) };
        prop_assert_eq!(evaluate(&text), expected, "{}", text);
    }

    #[test]
    fn no_text_panics(text in "[-+*/=(). 0-9a-zé,]{0,40}") {
        if let Ok(value) = evaluate(&text) {
            prop_assert!(value.is_finite());
        }
    }
}

fn typed(text: &str) -> Typed {
    text.chars().fold(Typed::default(), |mut typed, c| {
        typed.push(c);
        typed
    })
}

#[test]
fn two_numbers_are_parted_by_a_comma() {
    assert_eq!(typed("12.5").numbers(), [Some(12.5), None], "one");
    assert_eq!(typed("1,2").numbers(), [Some(1.0), Some(2.0)], "two");
    assert_eq!(typed(",2").numbers(), [None, Some(2.0)], "the second only");
    assert_eq!(typed("-").numbers(), [None, None], "no number yet");
}

#[test]
fn a_minus_turns_the_sign_of_the_number_being_typed() {
    assert_eq!(typed("3-").numbers(), [Some(-3.0), None], "typed after");
    assert_eq!(typed("-3-").numbers(), [Some(3.0), None], "twice");
    assert_eq!(typed("1,2-").numbers(), [Some(1.0), Some(-2.0)], "the second");
}

#[test]
fn what_is_no_number_is_left_out() {
    assert_eq!(typed("1..2,3,4g").text(), "1.2,34", "a second point, a second comma, a letter");
    assert_eq!(typed("*=2=").text(), "=2", "an operator first, a second equals sign");
}

#[test]
fn an_expression_is_evaluated_while_it_is_typed() {
    assert_eq!(typed("=1/3").numbers(), [Some(1.0 / 3.0), None], "with an equals sign");
    assert_eq!(typed("1/4,2*3+0.5").numbers(), [Some(0.25), Some(6.5)], "without one, and two of them");
    assert_eq!(typed("=2-0.5").numbers(), [Some(1.5), None], "a minus subtracts");
    assert_eq!(typed("=7/").numbers(), [Some(7.0), None], "not finished");
    assert_eq!(typed("=7/").error(), Some(ExpressionError::Ends), "and the reason is known");
    assert_eq!(typed("=7/2").error(), None, "finished");
    assert_eq!(typed("=1/0").numbers(), [Some(1.0), None], "not infinite");
}
