import type { Approval } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { DownloadButton } from '../../parts/download-button';
import { MailBody } from '../../parts/mail-body';
import { MailFrame } from '../../parts/mail-frame';
import { QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatBytes } from '../../parts/format';
import { useClient } from '../../service/client';
import { Transcript } from '../conversations/transcript';

/** The complete draft: headers, attachments, both parts and the conversation that the draft replies to. */
export function Draft({ approval }: { approval: Approval }) {
  return (
    <div className="draft">
      <h2>
        <bdi>{approval.subject || '(No subject)'}</bdi>
      </h2>
      {approval.last_error && (
        <aside className="notice" data-tone="bad">
          <h3>The last attempt to send failed</h3>
          <p>{approval.last_error}. Fix the problem, then approve the draft again.</p>
        </aside>
      )}
      <Envelope approval={approval} />
      <AttachmentList approval={approval} />
      <Content approval={approval} />
      {approval.thread_id && <RepliedThread threadId={approval.thread_id} />}
    </div>
  );
}

/** The headers as recipients read them, and what only the service knows. */
const Envelope = ({ approval }: { approval: Approval }) => (
  <DescriptionList
    items={[
      ...approval.headers.map(({ name, value }) => [name, <bdi key={name}>{value}</bdi>] as const),
      ['Bcc', approval.bcc.join(', ')],
      ['Type', approval.risk_class],
      ['Topic', approval.topic],
      ['Scheduled for', approval.scheduled_at && <Time at={approval.scheduled_at} exact />],
      ['Created', <Time key="drafted" at={approval.created_at} exact />],
      ['Expires', <Time key="expires" at={approval.expires_at} exact />],
      ['API key', approval.api_key_id && <Copyable text={approval.api_key_id} itemLabel="API key ID" />],
    ]}
  />
);

/** Both parts, one below the other if their words differ. Otherwise, the approver selects one. */
function Content({ approval: { html, text, preview_differs } }: { approval: Approval }) {
  if (!preview_differs) return <MailBody html={html} text={text} title="HTML of the draft" />;
  return (
    <>
      <aside className="notice" data-tone="bad">
        <h3>Recipients may see different versions of this email</h3>
        <p>
          The text has other words than the HTML, or the HTML depends on the mail client. Read both before you
          decide.
        </p>
      </aside>
      <section>
        <h3>HTML</h3>
        <MailFrame html={html ?? ''} title="HTML of the draft" />
      </section>
      <section>
        <h3>Text</h3>
        <pre className="mail-text">{text}</pre>
      </section>
    </>
  );
}

function AttachmentList({ approval: { id, attachments } }: { approval: Approval }) {
  if (attachments.length === 0) return null;
  return (
    <section>
      <h3>Attachments</h3>
      <ul className="files">
        {attachments.map((file, index) => (
          <li key={index}>
            <AttachmentButton approvalId={id} index={index} file={file} />
            <Copyable text={file.sha256} itemLabel={`SHA-256 of ${file.filename}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AttachmentButtonProps {
  approvalId: string;
  index: number;
  file: Approval['attachments'][number];
}

function AttachmentButton({ approvalId, index, file }: AttachmentButtonProps) {
  const client = useClient();
  return (
    <DownloadButton
      filename={file.filename}
      details={`${file.content_type}, ${formatBytes(file.size)}`}
      fetchContent={async () => (await client.downloadDraftAttachment(approvalId, index)).bytes()}
    />
  );
}

function RepliedThread({ threadId }: { threadId: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['thread', threadId],
    queryFn: ({ signal }) => client.getThread(threadId, { signal }),
  });
  return (
    <details className="answered">
      <summary>Conversation that this draft replies to</summary>
      <QueryBoundary query={query}>{(thread) => <Transcript thread={thread} />}</QueryBoundary>
      <p>
        <Link href={`/conversations/${threadId}`}>Open conversation</Link>
      </p>
    </details>
  );
}
