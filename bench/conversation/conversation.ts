import { existsSync } from 'node:fs';
import { count, type Table } from '../table';
import { measureAutomated } from './automated';
import { measureMime } from './mime';
import { measureReply, type ReplyRow } from './reply';

/** How well received mail is understood, beside what libraries make of the same mails in the same run. */
export async function measureConversation(): Promise<Table[]> {
  const corpus = process.env.CORPUS ?? '../shared/fixtures';
  if (!existsSync(corpus)) {
    process.stderr.write('conversation: there is no mail to measure on. CORPUS names its folder.\n');
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
  head: ['mails of', 'reader', 'mails', 'not given', 'exact', 'token F1', 'ms a mail'],
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
    title: 'Automated mail',
    head: ['rules', 'recall', 'precision', 'false alarms', 'ms a mail'],
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
    head: ['reader', 'mails', 'threw', 'subjects', 'attachment lists', 'attachment bytes', 'ms a mail'],
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
