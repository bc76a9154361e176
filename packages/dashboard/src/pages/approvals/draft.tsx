import type { Approval } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { Icon } from '../../parts/icon';
import { MailBody } from '../../parts/mail-body';
import { QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatBytes } from '../../parts/format';
import { useClient } from '../../service/client';
import { Transcript } from '../conversations/transcript';

/** The complete draft: envelope, attachments, content and the conversation that the draft replies to. */
export function Draft({ approval }: { approval: Approval }) {
  return (
    <div className="draft">
      <h2>{approval.subject || '(No subject)'}</h2>
      {approval.last_error && (
        <aside className="notice" data-tone="bad">
          <h3>The last attempt to send failed</h3>
          <p>{approval.last_error}. Fix the problem, then approve the draft again.</p>
        </aside>
      )}
      <Envelope approval={approval} />
      <AttachmentList approval={approval} />
      <MailBody html={approval.html} text={approval.text} title="HTML of the draft" />
      {approval.thread_id && <RepliedThread threadId={approval.thread_id} />}
    </div>
  );
}

const Envelope = ({ approval }: { approval: Approval }) => (
  <DescriptionList
    items={[
      ['From', approval.from],
      ['To', approval.to.join(', ')],
      ['Cc', approval.cc.join(', ')],
      ['Bcc', approval.bcc.join(', ')],
      ['Reply-To', approval.reply_to],
      ['Type', approval.risk_class],
      ['Topic', approval.topic],
      ['Scheduled for', approval.scheduled_at && <Time at={approval.scheduled_at} exact />],
      ['Created', <Time key="drafted" at={approval.created_at} exact />],
      ['Expires', <Time key="expires" at={approval.expires_at} exact />],
      ['API key', approval.api_key_id && <Copyable text={approval.api_key_id} itemLabel="API key ID" />],
    ]}
  />
);

function AttachmentList({ approval: { attachments } }: { approval: Approval }) {
  if (attachments.length === 0) return null;
  return (
    <section>
      <h3>Attachments</h3>
      <ul className="files">
        {attachments.map(({ filename, content_type, size, sha256 }) => (
          <li key={`${filename} ${sha256}`}>
            <Icon name="file" />
            <span>
              {filename}{' '}
              <span className="quiet">
                {content_type}, {formatBytes(size)}
              </span>
            </span>
            <Copyable text={sha256} itemLabel={`SHA-256 of ${filename}`} />
          </li>
        ))}
      </ul>
    </section>
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
