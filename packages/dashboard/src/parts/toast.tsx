import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

type Say = (text: string) => void;

const ToastContext = createContext<Say>(() => undefined);

/** Says in passing what was done. It is read out, and goes by itself. */
export const useToast = (): Say => useContext(ToastContext);

const shownMs = 6_000;

export function Toasts({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ id: number; text: string }[]>([]);
  const last = useRef(0);
  const say = useCallback((text: string) => {
    last.current += 1;
    const id = last.current;
    setSaid((before) => [...before.slice(-2), { id, text }]);
    setTimeout(() => setSaid((before) => before.filter((one) => one.id !== id)), shownMs);
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {said.map(({ id, text }) => (
          <p key={id} className="toast">
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
