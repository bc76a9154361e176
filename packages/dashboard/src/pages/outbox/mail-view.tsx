import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../parts/icon';
import { MailFrame } from '../../parts/mail-frame';
import { Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Tabs } from '../../parts/tabs';
import { bytes } from '../../parts/words';
import { control, type MailParts } from '../../service/control';

type Part = 'html' | 'text' | 'headers' | 'source';

const addressOfMail = (id: string): string => `/app/mail/outbox/${encodeURIComponent(id)}`;

/** A mail from its look to its bytes. */
export function MailView({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['mail', id], queryFn: () => control.parts(id), staleTime: Infinity });
  return <Loaded query={query}>{(mail) => <Parts id={id} mail={mail} />}</Loaded>;
}

function Parts({ id, mail }: { id: string; mail: MailParts }) {
  const [part, setPart] = useState<Part>(mail.html === null ? 'text' : 'html');
  return (
    <>
      <Tabs
        label="Parts of the mail"
        tabs={[
          ...(mail.html === null ? [] : [['html', 'HTML'] as const]),
          ['text', 'Text'],
          ['headers', 'Headers'],
          ['source', 'Source'],
        ]}
        chosen={part}
        onChoose={setPart}
      >
        {part === 'html' && mail.html !== null && (
          <MailFrame html={mail.html} title={`The mail “${mail.subject}”`} />
        )}
        {part === 'text' && <pre className="said">{mail.text ?? 'It has no text part.'}</pre>}
        {part === 'headers' && <Headers mail={mail} />}
        {part === 'source' && <Source id={id} size={mail.size} />}
      </Tabs>
      <Files id={id} mail={mail} />
    </>
  );
}

function Headers({ mail }: { mail: MailParts }) {
  return (
    <div className="headers">
      <Table caption="Headers" columns={[{ says: 'Name', width: 'time' }, { says: 'Value' }]}>
        {mail.headers.map(({ name, value }, place) => (
          <tr key={`${place} ${name}`}>
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

/** The page would be slow with all of a mail that has large attachments. */
const shownMax = 200_000;

function Source({ id, size }: { id: string; size: number }) {
  const query = useQuery({
    queryKey: ['source', id],
    queryFn: () => control.source(id),
    staleTime: Infinity,
  });
  return (
    <Loaded query={query}>
      {(text) => (
        <>
          <p>
            <a href={`${addressOfMail(id)}/source`} download={`${id}.eml`}>
              Save as a file
            </a>{' '}
            <span className="quiet">{bytes(size)}</span>
            {text.length > shownMax && <span className="quiet"> Its beginning:</span>}
          </p>
          <pre className="source">{text.slice(0, shownMax)}</pre>
        </>
      )}
    </Loaded>
  );
}

function Files({ id, mail }: { id: string; mail: MailParts }) {
  if (mail.attachments.length === 0) return <p className="quiet">{bytes(mail.size)}, without attachments</p>;
  return (
    <>
      <p className="quiet">{bytes(mail.size)} with attachments:</p>
      <ul className="files">
        {mail.attachments.map(({ filename, content_type, size, inline }, place) => (
          <li key={`${place} ${filename}`}>
            <a
              href={`${addressOfMail(id)}/attachments/${place}`}
              download={filename ?? `attachment-${place}`}
            >
              <Icon name="file" />
              {filename ?? `attachment-${place}`}
            </a>
            <span className="quiet">
              {content_type}, {bytes(size)}
              {inline && ', in the HTML'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
