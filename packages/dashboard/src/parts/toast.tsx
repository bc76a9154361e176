import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

type ShowToast = (text: string) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a short message, which screen readers announce and which disappears automatically. */
export const useToast = (): ShowToast => useContext(ToastContext);

const visibleMs = 6_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<{ id: number; text: string }[]>([]);
  const lastId = useRef(0);
  const showToast = useCallback((text: string) => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((previous) => [...previous.slice(-2), { id, text }]);
    setTimeout(() => setToasts((previous) => previous.filter((toast) => toast.id !== id)), visibleMs);
  }, []);
  return (
    <ToastContext value={showToast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <p key={id} className="toast">
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
