import type { Expression, ImportDeclaration, NewExpression, Statement } from '@babel/types';
import { refusalToChange } from './refusals';
import { nodesIn, parseSource, type Syntax } from './syntax';

const packageName = '@carrier-nest/cdk';

/**
 * Adds the import, and the construct after the statement that creates the app. Returns the same source if the file
 * already creates the construct.
 */
export function addConstruct(source: string, file: string): string {
  const syntax = parseSource(source, file);
  if (createsConstruct(source, syntax, file)) return source;
  const { statement, name } = findAppStatement(syntax, file);
  const quote = /(?:from|require\()\s*(["'])/.exec(source)?.[1] ?? "'";
  const end = source[(statement.end ?? 0) - 1] === ';' ? ';' : '';
  const construct = `new CarrierNest(${name}, ${quote}${unusedId(source)}${quote})${end}`;
  const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
  const indentation = /[ \t]*$/.exec(source.slice(0, statement.start ?? 0))?.[0] ?? '';
  const changed = insertLines(source, [
    { after: lastImport(syntax, file), line: `${lineBreak}${importLine(syntax, quote)}${end}` },
    { after: statement, line: `${lineBreak}${indentation}${construct}` },
  ]);
  // Refuses the change if the file has another CarrierNest.
  parseSource(changed, file);
  return changed;
}

function createsConstruct(source: string, syntax: Syntax, file: string): boolean {
  if (!source.includes(packageName)) return false;
  const isCreated = nodesIn(syntax).some(
    (node) => node.type === 'NewExpression' && calleeName(node).endsWith('CarrierNest'),
  );
  if (isCreated) return true;
  throw refusalToChange(`${file} mentions ${packageName}, but does not create the construct`);
}

/** `App` for `new App()`, and `cdk.App` for `new cdk.App()`. */
function calleeName({ callee }: NewExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return '';
  return callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
}

interface AppStatement {
  statement: Statement;
  /** The variable of the app. */
  name: string;
}

function findAppStatement(syntax: Syntax, file: string): AppStatement {
  const names = appNames(syntax);
  const isNewApp = (value: Expression | null | undefined) =>
    value?.type === 'NewExpression' && names.includes(calleeName(value));
  const apps = nodesIn(syntax).filter((node) => node.type === 'NewExpression' && isNewApp(node));
  const statements = nodesIn(syntax).flatMap((node): AppStatement[] => {
    if (node.type === 'VariableDeclaration') {
      const [{ id, init } = { id: undefined, init: undefined }] = node.declarations;
      return id?.type === 'Identifier' && isNewApp(init) ? [{ statement: node, name: id.name }] : [];
    }
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return [];
    const { left, right } = node.expression;
    return left.type === 'Identifier' && isNewApp(right) ? [{ statement: node, name: left.name }] : [];
  });
  const [found] = statements;
  if (found && apps.length === 1) return found;
  throw refusalToChange(
    apps.length > 1
      ? `${file} creates ${apps.length} apps`
      : `${file} has no line such as "const app = new App()" with the App of aws-cdk-lib`,
  );
}

/** The names by which the file can refer to the class App of the CDK. */
function appNames(syntax: Syntax): string[] {
  return nodesIn(syntax).flatMap((node) => {
    if (node.type === 'ImportDeclaration' && isCdk(node.source.value))
      return node.specifiers.flatMap((specifier) => {
        if (specifier.type !== 'ImportSpecifier') return [`${specifier.local.name}.App`];
        const { imported, local } = specifier;
        return imported.type === 'Identifier' && imported.name === 'App' ? [local.name] : [];
      });
    if (
      node.type === 'TSImportEqualsDeclaration' &&
      node.moduleReference.type === 'TSExternalModuleReference'
    )
      return isCdk(node.moduleReference.expression.value) ? [`${node.id.name}.App`] : [];
    return node.type === 'VariableDeclarator' && requiredModule(node.init) === 'aws-cdk-lib'
      ? node.id.type === 'Identifier'
        ? [`${node.id.name}.App`]
        : ['App']
      : [];
  });
}

const isCdk = (module: string): boolean => ['aws-cdk-lib', 'aws-cdk-lib/core'].includes(module);

/** The module of `require('module')`. */
function requiredModule(value: Expression | null | undefined): string | undefined {
  if (value?.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined;
  const [argument] = value.arguments;
  return value.callee.name === 'require' && argument?.type === 'StringLiteral' ? argument.value : undefined;
}

const isImport = (node: Statement): node is ImportDeclaration => node.type === 'ImportDeclaration';

const isRequire = (node: Statement): boolean =>
  node.type === 'VariableDeclaration' &&
  node.declarations.some(({ init }) => requiredModule(init) !== undefined);

function lastImport({ program }: Syntax, file: string): Statement {
  const { body } = program;
  const found =
    body.findLast(isImport) ??
    body.findLast((node) => node.type === 'TSImportEqualsDeclaration') ??
    body.findLast(isRequire);
  if (!found) throw refusalToChange(`${file} imports nothing at the top level`);
  return found;
}

const importLine = ({ program: { body } }: Syntax, quote: string): string =>
  body.some((node) => isImport(node) || node.type === 'TSImportEqualsDeclaration')
    ? `import { CarrierNest } from ${quote}${packageName}${quote}`
    : `const { CarrierNest } = require(${quote}${packageName}${quote})`;

/** Another construct of the app may have the first ID. */
const unusedId = (source: string): string =>
  ['Mail', 'CarrierNest'].find((id) => !source.includes(`'${id}'`) && !source.includes(`"${id}"`)) ??
  'CarrierNestMail';

interface Insertion {
  after: Statement;
  line: string;
}

/** Inserts each line after the line in which its statement ends, so that a comment stays next to the statement. */
function insertLines(source: string, insertions: readonly Insertion[]): string {
  const places = insertions.map(({ after, line }) => {
    const end = after.end ?? 0;
    const comment = /^[ \t]*(\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(source.slice(end))?.[0] ?? '';
    return { at: end + comment.length, line };
  });
  // Later places come first, so that an insertion moves no other place.
  return places
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, line }) => text.slice(0, at) + line + text.slice(at), source);
}
