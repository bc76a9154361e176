import type { ContentWarning } from '@carrier-nest/sdk';

/** Lists braces that are mailed, in content that an earlier version of the service saved. */
export function ContentWarnings({ warnings = [] }: { warnings?: readonly ContentWarning[] | undefined }) {
  if (warnings.length === 0) return null;
  return (
    <aside className="notice" role="status">
      <h3>Recipients see these braces</h3>
      <ul>
        {warnings.map(({ path, message }) => (
          <li key={`${path.join('.')} ${message}`}>
            {path.join('.')}: {message}
          </li>
        ))}
      </ul>
    </aside>
  );
}
