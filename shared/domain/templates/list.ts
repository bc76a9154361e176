import { keys, type Key } from '../../db/keys';
import { queryPage } from '../../db/table';
import { presentTemplate } from './present';
import type { Template } from './record';

const rowsMax = 500;

/** A function's answer has at most 6 MB. It carries the body as a string, so its JSON is escaped once more. */
const answerBytesMax = 5_000_000;

interface Row {
  template: Template;
  bytes: number;
}

/** The workspace's first templates by name: 500, or as many as one answer can carry. */
export async function listTemplates(
  workspaceId: string,
): Promise<{ templates: Template[]; hasMore: boolean }> {
  let first: Row[] = [];
  let isCut = false;
  for await (const page of pagesOfTemplates(workspaceId)) {
    const rows = [...first, ...page.map(rowOf)].sort(byName);
    // What does not fit among some of the templates does not fit among all of them.
    first = rows.slice(0, countThatFits(rows));
    isCut ||= first.length < rows.length;
  }
  return { templates: first.map(({ template }) => template), hasMore: isCut || first.length === rowsMax };
}

async function* pagesOfTemplates(workspaceId: string): AsyncGenerator<Template[]> {
  let from: Key | undefined;
  do {
    const page = await queryPage<Template>({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.template(workspaceId, '').pk },
      ...(from && { ExclusiveStartKey: { ...from } }),
    });
    yield page.items;
    from = page.lastKey;
  } while (from);
}

function rowOf(template: Template): Row {
  const body = JSON.stringify(presentTemplate(template));
  return { template, bytes: Buffer.byteLength(JSON.stringify(body)) };
}

function byName({ template: a }: Row, { template: b }: Row): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.slug < b.slug ? -1 : 1;
}

function countThatFits(rows: readonly Row[]): number {
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => index >= rowsMax || (bytes += row.bytes) > answerBytesMax);
  return tooMany === -1 ? rows.length : tooMany;
}
