export function Logo() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" />
        <path d="M7 11.5 16 18l9-6.5M7 11.5V22h18V11.5M7 11.5h18" />
      </svg>
      Carrier Nest
    </span>
  );
}
