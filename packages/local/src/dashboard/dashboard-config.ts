/** Whose mail the pages show, and where things are. */
export interface DashboardConfig {
  workspace: { id: string; name: string };
  key: string;
  api: string;
  smtp: { host: string; port: number };
  domains: { transactional: string; marketing: string };
}
