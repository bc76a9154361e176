import { Copyable } from './copy';

interface OnceProps {
  secret: string;
  /** As what it is copied. */
  what: string;
  onDone: () => void;
}

/** A secret that nobody can look up again. */
export function Once({ secret, what, onDone }: OnceProps) {
  return (
    <>
      <p>Copy it now: it is not shown again, and nobody can look it up.</p>
      <Copyable text={secret} what={what} />
      <div className="actions">
        <button type="button" className="primary" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </>
  );
}
