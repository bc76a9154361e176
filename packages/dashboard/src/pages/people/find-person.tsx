import { useLocation } from 'wouter';
import { Field } from '../../parts/field';
import { hrefWith } from '../../parts/filters';

/** From elsewhere to the people whose address begins so. */
export function FindPerson() {
  const [, navigate] = useLocation();
  return (
    <form
      className="filters"
      role="search"
      aria-label="Find somebody"
      onSubmit={(event) => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get('q');
        navigate(hrefWith('/people', { q: typeof q === 'string' ? q.trim() : '' }));
      }}
    >
      <Field label="Address begins with" name="q" placeholder="kim@" />
      <button>Find</button>
    </form>
  );
}
