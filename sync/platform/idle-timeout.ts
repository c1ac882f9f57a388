/** How long a connection may be silent. A whole answer may take longer on a bad link. */
export const IDLE_MS = 15_000;

/**
 * `send`, aborted with a `TimeoutError` when nothing arrives for `idleMs`: neither the answer's head nor the next part of
 * its body. ky's own `timeout` limits the whole body, and its `onDownloadProgress` reports each part only with the next one.
 */
export const withIdleTimeout =
  (send: typeof fetch, idleMs: number): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const idle = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => clearTimeout(timer);
    const restart = (): void => {
      stop();
      timer = setTimeout(
        () => idle.abort(new DOMException(`Nothing arrived for ${idleMs} ms`, 'TimeoutError')),
        idleMs,
      );
    };
    request.signal.addEventListener('abort', stop);
    restart();
    try {
      const response = await send(request, {
        ...init,
        signal: AbortSignal.any([request.signal, idle.signal]),
      });
      if (response.body === null) {
        stop();
        return response;
      }
      restart();
      const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          restart();
          controller.enqueue(part);
        },
        flush: stop,
      });
      return new Response(response.body.pipeThrough(watched), response);
    } catch (error) {
      stop();
      throw error;
    }
  };
