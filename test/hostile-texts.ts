/** Everything that a page must not take for anything but text. */
export const hostileTexts: readonly string[] = [
  "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 1'><svg onload='window.pwned = 1'>",
  "[link](javascript:window.pwned=1) <a href='javascript:window.pwned=1'>click</a>",
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202egnp.exe\u202c \u200f\ufeff end",
  "half \ud83d of a character \udc00 and NUL \u0000.",
  `one line ${"x".repeat(5_000_000)} end`,
  "# Heading\n\n[inert](javascript:window.pwned=1) and [away](https://example.test/) ![picture](https://example.test/x.png)\n\n```js\nconst code = '<script>window.pwned = 1</script>';\n```\n\n| a | b |\n|---|---|\n| <b onclick='window.pwned = 1'>x</b> | <https://example.test/> |",
  `${">".repeat(1100)} deep ${"[".repeat(60)}`,
];
