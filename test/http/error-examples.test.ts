import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { errors } from '../../lib/openapi/errors';

/** Folders whose code writes error messages. */
const roots = ['shared', 'functions', 'lib/parts'];

/** Returns patterns for all texts in the service's code. `.+` replaces each expression of a template literal. */
function findTextPatterns(): RegExp[] {
  const patterns = new Set<string>();
  for (const root of roots)
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(name)) addPatterns(`${root}/${name}`, patterns);
  return [...patterns].filter(hasTwoWords).map((pattern) => new RegExp(`^${pattern}$`, 's'));
}

function addPatterns(file: string, patterns: Set<string>): void {
  const visit = (node: ts.Node): void => {
    const pattern = patternOf(node);
    if (pattern !== undefined) patterns.add(pattern);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

function patternOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return escapeRegExp(node.text);
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      .map(escapeRegExp)
      .join('.+');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return `${patternOf(node.left) ?? '.+'}${patternOf(node.right) ?? '.+'}`;
  return undefined;
}

/** True for patterns with at least two words. A pattern with one word would match messages of other errors. */
const hasTwoWords = (pattern: string) => (pattern.match(/[A-Za-z]{2,}/g) ?? []).length >= 2;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patterns = findTextPatterns();

test.each(Object.entries(errors))('the code can write the example message of %s', (_type, { message }) => {
  expect(patterns.some((pattern) => pattern.test(message))).toBe(true);
});

test('a message that the code cannot write matches no pattern', () => {
  expect(patterns.some((pattern) => pattern.test('The body is not valid JSON, as nobody writes it'))).toBe(
    false,
  );
});
