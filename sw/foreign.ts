/**
 * A captive portal answers everything with a page of its own, as if all were well. Nothing that is kept here is a page but
 * the shell itself, and our server accepts no HTML as a file: such an answer is not a stored file.
 */
export const isForeign = ({ headers }: Pick<Response, 'headers'>): boolean =>
  /^text\/html/i.test(headers.get('content-type') ?? '');
