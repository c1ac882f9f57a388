/** What the parts of the server tell a tracer. Statements on PostgreSQL are traced where they are sent (traced-sql.ts). */
export type Tracing = {
  /** Begins the span of a request; what `enter` runs, and all that it awaits, is inside. */
  request: (method: string, route: string, requestId: string) => RequestSpan;
  /** Runs a job in a span of its own. */
  job: <T>(
    job: string,
    attributes: { id: string; requestId: string | null },
    work: () => Promise<T>,
  ) => Promise<T>;
  /** A batch of mutations was carried out just now. */
  batch: (size: number, seconds: number) => void;
  /** Sends what is gathered. */
  close: () => Promise<void>;
};

export type RequestSpan = { enter: (work: () => void) => void; end: (status: number) => void };
