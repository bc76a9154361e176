import ts from 'typescript';

export interface Prose {
  text: string;
  /** The line number, starting at 1. */
  line: number;
}

/** The sentences of a file: comments, strings and JSX text in code, and all text except code in Markdown. */
export function findProse(file: string, source: string): Prose[] {
  if (file.endsWith('.md')) return markdownProse(source);
  const isTest = /^(test|bench)\//.test(file);
  return codeProse(file, source, isTest);
}

function markdownProse(source: string): Prose[] {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) {
      isCode = !isCode;
      return [];
    }
    return isCode ? [] : [{ text: text.replace(/`[^`]*`/g, '`…`'), line: index + 1 }];
  });
}

/**
 * The sentences of a code file. In tests, only comments and titles are checked, because strings can be sample messages.
 */
function codeProse(file: string, source: string, isTest: boolean): Prose[] {
  const sourceFile = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Prose[] = findComments(sourceFile).map(({ start, text }) => ({ text, line: lineOf(start) }));
  visit(sourceFile);
  return found;

  function visit(node: ts.Node): void {
    if (isSentence(node) && (!isTest || isTitle(node)))
      found.push({
        text: node.getText(sourceFile).replace(/\s+/g, ' '),
        line: lineOf(node.getStart(sourceFile)),
      });
    ts.forEachChild(node, visit);
  }

  function lineOf(start: number): number {
    return sourceFile.getLineAndCharacterOfPosition(start).line + 1;
  }
}

const isSentence = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) &&
  node.getText().includes(' ');

const isTitle = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(describe|it|test)\b/.test(parent.expression.getText());

/** Joins consecutive line comments into one text, because a phrase may span lines. */
function findComments(sourceFile: ts.SourceFile): { start: number; text: string }[] {
  const source = sourceFile.text;
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isToken(node) && !ts.isJsxText(node))
      for (const range of ts.getLeadingCommentRanges(source, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) ranges.set(range.pos, range);
    for (const child of node.getChildren(sourceFile)) visit(child);
  };
  visit(sourceFile);

  const comments: { start: number; end: number; text: string }[] = [];
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const text = source
      .slice(pos, end)
      .replace(/^\s*(\/\*+|\*\/|\*|\/\/)|\*\/$/gm, ' ')
      .replace(/\s+/g, ' ');
    const last = comments.at(-1);
    if (last && source.slice(last.end, pos).trim() === '')
      Object.assign(last, { end, text: last.text + text });
    else comments.push({ start: pos, end, text });
  }
  return comments;
}
