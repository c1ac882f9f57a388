import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { traceSql } from './traced-sql.ts';
import type { Tracing } from './tracing.ts';

/**
 * Spans for an OpenTelemetry collector. Only this file and those that it imports load the library, and nothing loads them
 * unless a collector is named. A trace begins at our own door: what a caller says about one is not believed.
 */
export const openTelemetry = ({ endpoint, version }: { endpoint: string; version: string }): Tracing => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tambay', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = trace.getTracer('tambay', version);
  const stopSql = traceSql(tracer);

  return {
    request: (method, route, requestId) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'tambay.request_id': requestId,
      };
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes },
        ROOT_CONTEXT,
      );
      const inside = trace.setSpan(ROOT_CONTEXT, span);
      return {
        enter: (work) => context.with(inside, work),
        end: (status) => {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    job: (job, { id, requestId }, work) => {
      const attributes = {
        'tambay.job_id': id,
        ...(requestId === null ? {} : { 'tambay.request_id': requestId }),
      };
      return tracer.startActiveSpan(
        `job ${job}`,
        { kind: SpanKind.CONSUMER, attributes },
        ROOT_CONTEXT,
        (span) => endWith(span, work),
      );
    },
    batch: (size, seconds) => {
      const startTime = Date.now() - seconds * 1_000;
      tracer.startSpan('batch', { startTime, attributes: { 'tambay.mutations': size } }).end();
    },
    close: async () => {
      stopSql();
      await provider.shutdown();
    },
  };
};

const endWith = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};
