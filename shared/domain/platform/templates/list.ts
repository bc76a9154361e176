import { bytesInResponse, responseBytesMax } from '../../../core/response-size';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { Template } from '../../../db/records/templates';

const rowsMax = 500;

interface Row {
  template: Template;
  bytes: number;
}

/** Lists the first templates of the workspace by name: at most 500, and only as many as fit into one response. */
export async function listTemplates(
  workspaceId: string,
): Promise<{ templates: Template[]; hasMore: boolean }> {
  let first: Row[] = [];
  let isTruncated = false;
  for await (const page of queryTemplatePages(workspaceId)) {
    const rows = [...first, ...page.map(toRow)].sort(byName);
    // A template that does not fit now will not fit after later pages are read, so it can be dropped.
    first = rows.slice(0, countFitting(rows));
    isTruncated ||= first.length < rows.length;
  }
  return {
    templates: first.map(({ template }) => template),
    hasMore: isTruncated || first.length === rowsMax,
  };
}

const queryTemplatePages = (workspaceId: string): AsyncGenerator<Template[]> =>
  queryPages<Template>(partitionQuery(keys.template(workspaceId, '').pk));

const toRow = (template: Template): Row => ({ template, bytes: bytesInResponse(template) });

function byName({ template: a }: Row, { template: b }: Row): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.slug < b.slug ? -1 : 1;
}

function countFitting(rows: readonly Row[]): number {
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => index >= rowsMax || (bytes += row.bytes) > responseBytesMax);
  return tooMany === -1 ? rows.length : tooMany;
}
