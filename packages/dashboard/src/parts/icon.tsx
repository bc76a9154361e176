/** Decorative icons on a 20 × 20 grid in the color of the text. Each icon is next to a label. */
const paths = {
  log: 'M3 5h14M3 10h14M3 15h9',
  conversations: 'M4 4h12v9H9l-4 3v-3H4z',
  approvals: 'm4 10.5 4 4 8-9',
  automations: 'M3 5h4v4H3zM13 11h4v4h-4zM7 7h5a3 3 0 0 1 3 3v1',
  webhooks: 'M3 10h9M9 6.5 12.5 10 9 13.5M12 3h5v14h-5',
  domains: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM3 10h14M10 3c4 4 4 10 0 14-4-4-4-10 0-14',
  suppressions: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM5.2 5.2l9.6 9.6',
  topics: 'M3 4v6l7 7 6-6-7-7zM6.5 7.5h.01',
  usage: 'M4 17V9M10 17V3M16 17v-6',
  keys: 'M12.5 3a4.5 4.5 0 1 1-3.2 7.7L4 16v1h3v-2h2v-2l.8-.8M13.5 6.5h.01',
  outbox: 'M3 11v5h14v-5l-2-7H5zM3 11h4l1 2h4l1-2h4',
  write: 'm4 13-1 4 4-1L16.5 6.5l-3-3z',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l3 2',
  calls: 'm7 5-4 5 4 5M13 5l4 5-4 5',
  faults: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2h.01',
  network: 'M10 3v4M5 13v-3h10v3M10 7v3M3 13h4v4H3zM13 13h4v4h-4zM8 3h4v4H8z',
  people: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM4 17c.6-3.2 2.8-4.8 6-4.8s5.4 1.6 6 4.8',
  audiences:
    'M7.5 9.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM2.5 16c.4-2.7 2.2-4 5-4s4.6 1.3 5 4M13 4.3a2.7 2.7 0 0 1 0 5M14.5 12.3c1.7.5 2.7 1.7 3 3.7',
  segments: 'M3 4h14l-5.5 6.5V16l-3 1v-6.5z',
  properties: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  campaigns: 'M3 8v4h3l7 4V4L6 8zM6 12l1.5 4.5h2L8.5 13M16 8v4',
  templates: 'M4 3h12v14H4zM4 7h12M7 11h6M7 14h4',
  reference:
    'M10 5.5C8.4 4.4 6.4 4 3.5 4v11c2.9 0 4.9.4 6.5 1.5 1.6-1.1 3.6-1.5 6.5-1.5V4c-2.9 0-4.9.4-6.5 1.5zM10 5.5v11',
  menu: 'M3 6h14M3 10h14M3 14h14',
  copy: 'M7 7V3h10v10h-4M3 7h10v10H3z',
  done: 'm4 10.5 4 4 8-9',
  back: 'M12 4 6 10l6 6',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
