import { useMutation } from '@tanstack/react-query';
import { downloadFile } from './download-file';
import { Icon } from './icon';
import { messageOf } from './states';
import { useToast } from './toast';

interface DownloadButtonProps {
  filename: string;
  /** The type or the size of the file, after its name. */
  details: string;
  fetchContent: () => Promise<Uint8Array>;
}

/** Saves an attachment. Its declared content type is untrusted, so the file is never displayed. */
export function DownloadButton({ filename, details, fetchContent }: DownloadButtonProps) {
  const showToast = useToast();
  const download = useMutation({
    mutationFn: fetchContent,
    onSuccess: (content) => downloadFile(filename, content),
    onError: (error) => showToast(messageOf(error)),
  });
  return (
    <button type="button" onClick={() => download.mutate()} disabled={download.isPending}>
      <Icon name="file" />
      {filename}
      <span className="quiet">{details}</span>
    </button>
  );
}
