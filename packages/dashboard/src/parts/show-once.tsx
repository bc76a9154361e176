import { Copyable } from './copy';

interface ShowOnceProps {
  secret: string;
  /** The name of the secret on its copy button. */
  itemLabel: string;
  onDone: () => void;
}

/** Shows a secret that cannot be retrieved again. */
export function ShowOnce({ secret, itemLabel, onDone }: ShowOnceProps) {
  return (
    <>
      <p>Copy the {itemLabel} now. It is not shown again and cannot be retrieved.</p>
      <Copyable text={secret} itemLabel={itemLabel} />
      <div className="actions">
        <button type="button" className="primary" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </>
  );
}
