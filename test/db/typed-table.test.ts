import { join } from 'node:path';
import ts from 'typescript';

/*
 * These tests check that the compiler refuses invalid code. Each snippet becomes the body of a function in one source
 * file, and the compiler reports the errors of each function.
 */

const imports = `
import { all, atMost, attributeContains, attributeExists, attributeNotExists, is, isOneOf, unchanged, type Condition } from '../../shared/db/condition';
import { keys, type Key } from '../../shared/db/keys';
import { getItem, updateItem } from '../../shared/db/table';
import { deleteWrite, updateWrite } from '../../shared/db/transaction';
import type { Changes } from '../../shared/db/update';
import type { Contact } from '../../shared/db/records/contacts';
import type { Email } from '../../shared/db/records/emails';
import { emailRoutes } from '../../functions/api/emails/routes';
import { created, ok } from '../../shared/http/responses';
import { endpoint } from '../../shared/http/endpoint';

const email = keys.email('ws', 'id');
const contact = keys.contact('ws', 'id');
`;

type Snippet = [title: string, body: string];

const accepted: Snippet[] = [
  [
    'attributes of the record, in any kind of change',
    `
    updateItem(email, {
      set: { status: 'sent', sentAt: '2026-05-05' },
      setIfAbsent: { topic: 'news' },
      add: { optedOutRecipients: new Set(['a']), recipientCount: 1 },
      remove: ['attempt', 'statusKey'],
    })`,
  ],
  [
    'attributes of a nested object',
    `
    updateWrite(email, { set: { 'engagement.isFull': true } }, is('attempt.owner', 'me'))`,
  ],
  [
    'attributes with arbitrary names',
    `
    updateItem(contact, { set: { 'attributes.city': 'Bern' } }, attributeExists('folded.city'))`,
  ],
  [
    'the attributes that DynamoDB itself reads',
    `
    updateItem(email, { set: { expiresAt: 1 } }, attributeExists('pk'))`,
  ],
  [
    'nested conditions, whose record type comes from the key',
    `
    deleteWrite(email, all(is('status', 'queued'), isOneOf('riskClass', ['marketing']), unchanged({ sentAt: null })))`,
  ],
  [
    'a condition with an annotated record type',
    `
    const condition: Condition<Contact> = attributeContains('tags', 'vip');
    updateItem(contact, {}, condition)`,
  ],
  [
    'a response that the route declares',
    `
    endpoint(emailRoutes.cancelEmail, async () => ok({ id: 'id', status: 'canceled' }))`,
  ],
];

const refused: [...Snippet, errorCode: number][] = [
  ['a misspelled attribute in set', `updateItem(email, { set: { statsu: 'sent' } })`, 2561],
  ['a misspelled attribute in setIfAbsent', `updateItem(email, { setIfAbsent: { topics: 'news' } })`, 2561],
  ['a misspelled attribute in copy', `updateItem(email, { copy: { sentAt: 'createAt' } })`, 2820],
  ['a misspelled attribute in add', `updateItem(email, { add: { recipients: 1 } })`, 2353],
  [
    'a misspelled attribute in deleteFromSet',
    `updateItem(email, { deleteFromSet: { optedOutRecipient: new Set(['a']) } })`,
    2561,
  ],
  ['a misspelled attribute in remove', `updateItem(email, { remove: ['atempt'] })`, 2820],
  [
    'a misspelled attribute of a nested object in set',
    `updateItem(email, { set: { 'engagement.full': true } })`,
    2353,
  ],
  [
    'a misspelled attribute of a nested object in a condition',
    `updateItem(email, {}, is('attempt.ownr', 'me'))`,
    2345,
  ],
  ['a value of another type in set', `updateItem(email, { set: { recipientCount: '1' } })`, 2322],
  ['a status that an email never has', `updateItem(email, { set: { status: 'lost' } })`, 2322],
  ['adding a number to a string', `updateItem(email, { add: { subject: 1 } })`, 2353],
  ['adding a number to a set', `updateItem(email, { add: { optedOutRecipients: 1 } })`, 2322],
  ['a misspelled attribute in a condition', `updateItem(email, {}, is('statsu', 'queued'))`, 2345],
  [
    'a misspelled attribute in a condition inside another condition',
    `updateItem(email, {}, all(attributeNotExists('statsu')))`,
    2345,
  ],
  ['a misspelled attribute in unchanged', `updateItem(email, {}, unchanged({ sendAt: null }))`, 2561],
  ['a value of another type in a condition', `updateItem(email, {}, is('recipientCount', '1'))`, 2345],
  [
    'a value that the attribute never has in a condition',
    `updateItem(email, {}, isOneOf('status', ['lost']))`,
    2322,
  ],
  ['undefined in a condition', `updateItem(email, {}, is('topic', undefined))`, 2345],
  [
    'a comparison with a value of another type',
    `updateItem(email, {}, atMost('recipientCount', 'many'))`,
    2345,
  ],
  ['a condition without a record type', `const condition = is('status', 'queued')`, 2345],
  [
    'a condition on another record',
    `
    const condition: Condition<Contact> = is('email', 'a@example.com');
    updateItem(email, {}, condition)`,
    2345,
  ],
  [
    'changes of another record',
    `
    const changes: Changes<Contact> = { set: { firstName: 'Kim' } };
    updateItem(email, changes)`,
    2345,
  ],
  ['the key of another record', `const key: Key<Email> = contact`, 2322],
  ['an attribute of another record under a key', `updateItem(contact, { set: { subject: 'Hello' } })`, 2353],
  ['an attribute that the returned record does not have', `(await getItem(contact))?.subject`, 2339],
  [
    'a response with an undeclared field',
    `
    endpoint(emailRoutes.cancelEmail, async () => ok({ id: 'id', status: 'canceled', sentAt: null }))`,
    2353,
  ],
  [
    'a response with a missing field',
    `endpoint(emailRoutes.cancelEmail, async () => ok({ id: 'id' }))`,
    2345,
  ],
  [
    'a response with a status that the route does not declare',
    `
    endpoint(emailRoutes.cancelEmail, async () => created({ id: 'id', status: 'canceled' }))`,
    2322,
  ],
];

/** Returns the error codes of each snippet. */
function compile(snippets: readonly string[]): number[][] {
  const root = join(__dirname, '../..');
  const fileName = join(__dirname, 'typed-table-snippets.ts');
  const bodies = snippets.map(
    (snippet, index) => `export async function snippet${index}() {${snippet.replaceAll('\n', ' ')}}`,
  );
  const text = imports + bodies.join('\n');
  const program = createProgram(root, fileName, text);
  const source = program.getSourceFile(fileName);
  if (!source) throw new Error('The compiler did not read the snippets');
  const firstLine = imports.split('\n').length - 1;
  const codes = snippets.map((): number[] => []);
  for (const { start = 0, code, messageText } of [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]) {
    const snippetCodes = codes[source.getLineAndCharacterOfPosition(start).line - firstLine];
    if (!snippetCodes) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    snippetCodes.push(code);
  }
  return codes;
}

/** Creates a program with the project's options and with the snippets as a file in this folder. */
function createProgram(root: string, fileName: string, text: string): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(
    { ...Object(config), include: [], files: [] },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost({ ...options, types: ['node'] });
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === fileName
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true)
      : readFile(name, ...rest);
  return ts.createProgram([fileName], { ...options, types: ['node'] }, host);
}

const codes = compile([...accepted, ...refused].map(([, body]) => body));

test.each(accepted.map(([title], index) => [title, codes[index]] as const))(
  'the compiler accepts %s',
  (_title, errorCodes) => {
    expect(errorCodes).toEqual([]);
  },
);

test.each(refused.map(([title, , code], index) => [title, code, codes[accepted.length + index]] as const))(
  'the compiler refuses %s',
  (_title, code, errorCodes) => {
    expect(errorCodes).toEqual([code]);
  },
);
