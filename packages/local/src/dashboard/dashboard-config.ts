/** The workspace that the pages show, and the addresses of the runtime. */
export interface DashboardConfig {
  workspace: { id: string; name: string };
  key: string;
  api: string;
  smtp: { host: string; port: number };
  domains: { transactional: string; marketing: string };
}
