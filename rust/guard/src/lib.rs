//! `#[guarded]`: a common wrapper for all functions that Python calls.
//!
//! It stands above `#[pyfunction]` or `#[pymethods]` and changes each function below it in two
//! ways. First, the body runs in `crate::guard::run`, which converts a panic to an error. An
//! internal error gets the bytes of the state: the state of the receiver, or the argument named
//! `state`. Second, each argument is converted by the function of `crate::arg` for its name, so
//! that errors name the argument.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Guards a function, or all functions of a block of methods.
#[proc_macro_attribute]
pub fn guarded(_options: TokenStream, item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(at) = tokens.iter().position(|t| is_word(t, "impl")) {
        let (head, rest) = tokens.split_at(at);
        let mut out: Vec<TokenTree> = head.to_vec();
        for token in rest {
            out.push(match token {
                TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = g.stream().into_iter().collect();
                    grouped(Delimiter::Brace, functions(&inner), g)
                }
                other => other.clone(),
            });
        }
        return out.into_iter().collect();
    }
    functions(&tokens).into_iter().collect()
}

/// Rewrites every function in a sequence of tokens, as [`guarded`] says.
fn functions(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !is_word(&tokens[at], "fn") {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let is_group = |t: &TokenTree, d| matches!(t, TokenTree::Group(g) if g.delimiter() == d);
        let params = at
            + tokens[at..]
                .iter()
                .position(|t| is_group(t, Delimiter::Parenthesis))
                .unwrap_or(0);
        let body = params
            + tokens[params..]
                .iter()
                .position(|t| is_group(t, Delimiter::Brace))
                .unwrap_or(0);
        out.extend(function(&tokens[at..=body], params - at));
        at = body + 1;
    }
    out
}

/// Rewrites one function, given as `fn name<..>`, the parameters at index `params`, the return
/// type, and the body.
fn function(tokens: &[TokenTree], params: usize) -> Vec<TokenTree> {
    let mut out: Vec<TokenTree> = tokens[..params].to_vec();
    let name = tokens.get(1).map(ToString::to_string).unwrap_or_default();
    let (TokenTree::Group(args), Some(TokenTree::Group(body))) = (&tokens[params], tokens.last())
    else {
        return tokens.to_vec();
    };
    let (args_out, receiver) = arguments(args, name.starts_with("__"));
    out.push(grouped(Delimiter::Parenthesis, args_out, args));
    // after the arrow
    let given: TokenStream = tokens[params + 1..tokens.len() - 1]
        .iter()
        .skip(2)
        .cloned()
        .collect();
    let fails = given
        .clone()
        .into_iter()
        .next()
        .is_some_and(|t| is_word(&t, "PyResult"));
    let given = if given.is_empty() {
        "()".to_owned()
    } else {
        given.to_string()
    };
    let (whole, run) = if fails {
        (given.clone(), format!("|| -> {given} __BODY"))
    } else {
        let run = format!("|| -> ::pyo3::PyResult<{given}> {{ Ok((|| -> {given} __BODY)()) }}");
        (format!("::pyo3::PyResult<{given}>"), run)
    };
    let text = format!(
        "-> {whole} {{ crate::guard::run({run}).map_err(|e| crate::guard::told(e, &{receiver})) }}"
    );
    match text.parse::<TokenStream>() {
        Ok(wrapped) => out.extend(with_body(wrapped, body)),
        Err(_) => return tokens.to_vec(),
    }
    out
}

/// Tokens in which the body of a function takes the place of `__BODY`.
fn with_body(tokens: TokenStream, body: &Group) -> Vec<TokenTree> {
    let place = |token| match token {
        TokenTree::Group(g) => grouped(g.delimiter(), with_body(g.stream(), body), &g),
        token if is_word(&token, "__BODY") => TokenTree::Group(body.clone()),
        token => token,
    };
    tokens.into_iter().map(place).collect()
}

/// The tokens that convert the parameters by name, and the expression for the state. Parameters of
/// methods that Python's own syntax calls (`bare`) are not converted.
fn arguments(params: &Group, bare: bool) -> (Vec<TokenTree>, &'static str) {
    let mut out = Vec::new();
    let mut receiver = "()";
    for param in split(params) {
        let words: Vec<String> = param.iter().map(ToString::to_string).collect();
        let named = words.iter().position(|w| w == ":");
        let name = named.and_then(|at| words.get(at.checked_sub(1)?));
        match name.map(String::as_str) {
            None if words.iter().any(|w| w == "self") => receiver = "self",
            Some("slf") => receiver = "slf",
            Some("state") if receiver == "()" => receiver = "state",
            _ => {}
        }
        if let (Some(name), Some(at), false) = (name, named, bare) {
            let kind = param[at + 1..].iter().cloned().collect::<TokenStream>();
            let first = words.get(at + 1).map_or("", String::as_str);
            let second = words.get(at + 2).map_or("", String::as_str);
            let whole = first == "Python" || name == "slf" || name == "_cls";
            let any = first == "&" && second == "Bound";
            if !whole && !any {
                let text = format!("#[pyo3(from_py_with = crate::arg::{name}::<{kind}>)]");
                out.extend(text.parse::<TokenStream>().unwrap_or_default());
            }
        }
        out.extend(param);
    }
    (out, receiver)
}

/// The parameters, each with its trailing comma.
fn split(params: &Group) -> Vec<Vec<TokenTree>> {
    let (mut out, mut depth) = (vec![Vec::new()], 0);
    for token in params.stream() {
        let sign = token.to_string();
        depth += i32::from(sign == "<") - i32::from(sign == ">");
        if let Some(last) = out.last_mut() {
            last.push(token);
        }
        if sign == "," && depth == 0 {
            out.push(Vec::new());
        }
    }
    out.retain(|param| !param.is_empty());
    out
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(i) if i.to_string() == word)
}

fn grouped(delimiter: Delimiter, tokens: Vec<TokenTree>, like: &Group) -> TokenTree {
    let mut group = Group::new(delimiter, tokens.into_iter().collect());
    group.set_span(like.span());
    TokenTree::Group(group)
}
