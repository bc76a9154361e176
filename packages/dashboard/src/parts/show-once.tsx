import { Copyable } from './copy';

interface ShowOnceProps {
  secret: string;
  /** As what it is copied. */
  itemLabel: string;
  onDone: () => void;
}

/** A secret that nobody can look up again. */
export function ShowOnce({ secret, itemLabel, onDone }: ShowOnceProps) {
  return (
    <>
      <p>Copy it now: it is not shown again, and nobody can look it up.</p>
      <Copyable text={secret} itemLabel={itemLabel} />
      <div className="actions">
        <button type="button" className="primary" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </>
  );
}
