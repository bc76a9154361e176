import { ApiError, type ReceivedAttachment } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../parts/icon';
import { QueryBoundary } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { messageOf } from '../../parts/states';
import { downloadFile } from '../../parts/download-file';
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
                <DownloadButton messageId={messageId} attachment={attachment} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

interface DownloadButtonProps {
  messageId: string;
  attachment: ReceivedAttachment;
}

function DownloadButton({ messageId, attachment: { index, filename, size, inline } }: DownloadButtonProps) {
  const client = useClient();
  const showToast = useToast();
  const download = useMutation({
    mutationFn: async () => (await client.downloadAttachment(messageId, index)).bytes(),
    // The declared content type is untrusted, so the file is saved and never displayed.
    onSuccess: (content) => downloadFile(filename, content),
    onError: (error) => showToast(messageOf(error)),
  });
  return (
    <button type="button" onClick={() => download.mutate()} disabled={download.isPending}>
      <Icon name="file" />
      {filename}
      <span className="quiet">
        {formatBytes(size)}
        {inline && ', inline'}
      </span>
    </button>
  );
}
