import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../parts/icon';
import { MailFrame } from '../../parts/mail-frame';
import { QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { Tabs } from '../../parts/tabs';
import { formatBytes } from '../../parts/format';
import { control, type MailParts } from '../../service/control';

type MailPart = 'html' | 'text' | 'headers' | 'source';

const mailUrl = (id: string): string => `/app/mail/outbox/${encodeURIComponent(id)}`;

/** An email as HTML, text, headers and source. */
export function MailView({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['mail', id], queryFn: () => control.parts(id), staleTime: Infinity });
  return <QueryBoundary query={query}>{(mail) => <MailTabs id={id} mail={mail} />}</QueryBoundary>;
}

function MailTabs({ id, mail }: { id: string; mail: MailParts }) {
  const [part, setPart] = useState<MailPart>(mail.html === null ? 'text' : 'html');
  return (
    <>
      <Tabs
        label="Parts of the email"
        tabs={[
          ...(mail.html === null ? [] : [['html', 'HTML'] as const]),
          ['text', 'Text'],
          ['headers', 'Headers'],
          ['source', 'Source'],
        ]}
        selected={part}
        onSelect={setPart}
      >
        {part === 'html' && mail.html !== null && (
          <MailFrame html={mail.html} title={`Email “${mail.subject}”`} />
        )}
        {part === 'text' && <pre className="mail-text">{mail.text ?? 'No text part.'}</pre>}
        {part === 'headers' && <Headers mail={mail} />}
        {part === 'source' && <Source id={id} size={mail.size} />}
      </Tabs>
      <AttachmentList id={id} mail={mail} />
    </>
  );
}

function Headers({ mail }: { mail: MailParts }) {
  return (
    <div className="headers">
      <Table caption="Headers" columns={[{ label: 'Name', width: 'time' }, { label: 'Value' }]}>
        {mail.headers.map(({ name, value }, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row">{name}</th>
            <td>
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** Limits the shown source, because the whole source of an email with large attachments would slow down the page. */
const sourceLengthMax = 200_000;

function Source({ id, size }: { id: string; size: number }) {
  const query = useQuery({
    queryKey: ['source', id],
    queryFn: () => control.source(id),
    staleTime: Infinity,
  });
  return (
    <QueryBoundary query={query}>
      {(text) => (
        <>
          <p>
            <a href={`${mailUrl(id)}/source`} download={`${id}.eml`}>
              Save as file
            </a>{' '}
            <span className="quiet">{formatBytes(size)}</span>
            {text.length > sourceLengthMax && <span className="quiet"> Only the beginning is shown:</span>}
          </p>
          <pre className="source">{text.slice(0, sourceLengthMax)}</pre>
        </>
      )}
    </QueryBoundary>
  );
}

function AttachmentList({ id, mail }: { id: string; mail: MailParts }) {
  if (mail.attachments.length === 0) return <p className="quiet">{formatBytes(mail.size)}, no attachments</p>;
  return (
    <>
      <p className="quiet">{formatBytes(mail.size)}, with attachments:</p>
      <ul className="files">
        {mail.attachments.map(({ filename, content_type, size, inline }, index) => (
          <li key={`${index} ${filename}`}>
            <a href={`${mailUrl(id)}/attachments/${index}`} download={filename ?? `attachment-${index}`}>
              <Icon name="file" />
              {filename ?? `attachment-${index}`}
            </a>
            <span className="quiet">
              {content_type}, {formatBytes(size)}
              {inline && ', inline'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
