import { ApiError, type ReceivedAttachment } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownloadButton } from '../../parts/download-button';
import { QueryBoundary } from '../../parts/states';
import { formatBytes } from '../../parts/format';
import { useClient } from '../../service/client';

/** The attachments of a received email, loaded when the user opens the list. */
export function Attachments({ messageId }: { messageId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Attachments</summary>
      {isOpen && <AttachmentList messageId={messageId} />}
    </details>
  );
}

function AttachmentList({ messageId }: { messageId: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['attachments', messageId],
    queryFn: async ({ signal }) => await client.listAttachments(messageId, { signal }),
    staleTime: Infinity,
  });
  if (query.error instanceof ApiError && query.error.type === 'gone')
    return <p className="quiet">Attachments are kept for 30 days. These attachments have expired.</p>;
  return (
    <QueryBoundary query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="quiet">This email has no attachments.</p>
        ) : (
          <ul className="files">
            {data.map((attachment) => (
              <li key={attachment.index}>
                <AttachmentButton messageId={messageId} attachment={attachment} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

interface AttachmentButtonProps {
  messageId: string;
  attachment: ReceivedAttachment;
}

function AttachmentButton({
  messageId,
  attachment: { index, filename, size, inline },
}: AttachmentButtonProps) {
  const client = useClient();
  return (
    <DownloadButton
      filename={filename}
      details={`${formatBytes(size)}${inline ? ', inline' : ''}`}
      fetchContent={async () => (await client.downloadAttachment(messageId, index)).bytes()}
    />
  );
}
