// Matches a comment, string, quoted name or dollar quote, all of which may contain semicolons, or else one semicolon. Nested block
// comments are not supported.
const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|;/g;

/** Split SQL text into its statements at semicolons outside of comments, strings, quoted names and dollar quotes. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const match of text.matchAll(tokenPattern)) {
    if (match[0] !== ";") continue;
    statements.push(text.slice(start, match.index).trim());
    start = match.index + 1;
  }
  statements.push(text.slice(start).trim());
  return statements.filter(
    (statement) => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== "",
  );
}
