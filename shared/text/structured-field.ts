/**
 * Splits a structured header field (RFC 5322, RFC 8601) at its semicolons and removes comments. Keeps quoted text, but
 * replaces syntax characters in quotes with underscores.
 */
export function fieldParts(value: string): string[] {
  const parts = [''];
  for (let position = 0; position < value.length;) {
    const end = tokenEnd(value, position);
    if (value[position] === ';') parts.push('');
    else parts.push((parts.pop() ?? '') + normalizeToken(value.slice(position, end)));
    position = end;
  }
  return parts.map((part) => part.trim());
}

function tokenEnd(value: string, start: number): number {
  if (value[start] === '(') return commentEnd(value, start);
  if (value[start] === '"') return quoteEnd(value, start);
  return start + 1;
}

/** Returns the end of a comment. Comments can be nested. An unclosed comment extends to the end of the field. */
export function commentEnd(value: string, start: number): number {
  let depth = 0;
  for (let position = start; position < value.length; position++) {
    if (value[position] === '\\') position++;
    else if (value[position] === '(') depth++;
    else if (value[position] === ')' && --depth === 0) return position + 1;
  }
  return value.length;
}

function quoteEnd(value: string, start: number): number {
  for (let position = start + 1; position < value.length; position++) {
    if (value[position] === '\\') position++;
    else if (value[position] === '"') return position + 1;
  }
  return value.length;
}

function normalizeToken(token: string): string {
  if (token.startsWith('(')) return ' ';
  if (!token.startsWith('"')) return token;
  const text = token.slice(1).replace(/"$/, '');
  return text.replace(/\\(.)/g, '$1').replace(/[\s;=()]/g, '_');
}
