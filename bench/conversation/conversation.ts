import { existsSync } from 'node:fs';
import { count, type Table } from '../table';
import { measureAutomated } from './automated';
import { measureMime } from './mime';
import { measureReply, type ReplyRow } from './reply';

/** Compares how the service and common libraries read the same received emails. */
export async function measureConversation(): Promise<Table[]> {
  const corpus = process.env.CORPUS ?? '../shared/fixtures';
  if (!existsSync(corpus)) {
    process.stderr.write(
      'conversation: no emails found. Set CORPUS to the folder with the emails to measure.\n',
    );
    return [];
  }
  const replies = measureReply(corpus);
  return [
    replyTable('conversation-reply-overall', 'Reply text, overall', replies.filter(isOverall)),
    replyTable(
      'conversation-reply',
      'Reply text, by corpus',
      replies.filter((row) => !isOverall(row)),
    ),
    automatedTable(corpus),
    await mimeTable(corpus),
  ];
}

const isOverall = ({ source }: ReplyRow): boolean => !source.includes('/');

const replyTable = (id: string, title: string, rows: readonly ReplyRow[]): Table => ({
  id,
  title,
  head: ['source', 'reader', 'emails', 'skipped', 'exact', 'token F1', 'ms per email'],
  rows: rows.map((row) => [
    row.source,
    row.reader,
    count(row.cases),
    count(row.skipped),
    percent(row.exact),
    row.tokenF1.toFixed(3),
    row.msPerMail.toFixed(2),
  ]),
});

function automatedTable(corpus: string): Table {
  return {
    id: 'conversation-automated',
    title: 'Automated email',
    head: ['rules', 'recall', 'precision', 'false positives', 'ms per email'],
    rows: measureAutomated(corpus).map((row) => [
      row.rules,
      percent(row.recall),
      percent(row.precision),
      count(row.falsePositives),
      row.msPerMail.toFixed(3),
    ]),
  };
}

async function mimeTable(corpus: string): Promise<Table> {
  return {
    id: 'conversation-mime',
    title: 'MIME',
    head: ['reader', 'emails', 'errors', 'subjects', 'attachment lists', 'attachment bytes', 'ms per email'],
    rows: (await measureMime(corpus)).map((row) => [
      row.parser,
      count(row.cases),
      count(row.threw),
      `${row.subjectsCorrect.toFixed(1)} %`,
      `${row.attachmentListsCorrect.toFixed(1)} %`,
      `${row.bytesCorrect.toFixed(1)} %`,
      row.msPerMail.toFixed(2),
    ]),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
