# syntax=docker/dockerfile:1

# Everything: builds the product, and runs `npm run doctor` and `npm run data` (docker build --target tools).
FROM node:24-slim AS tools
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN node --input-type=module -e "import('./scripts/lib/prepare.mjs').then(({ prepareOrExit }) => prepareOrExit('start'))"
COPY . .
RUN NEXT_OUTPUT=standalone npm run build

# The server alone, some 210 MB beside Node: most of it reads and draws documents and recognizes text.
FROM node:24-slim
WORKDIR /app
# Inside the container it listens on every address, which the product allows only with accounts: set AUTH_URL.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As `npm start` sets them, in scripts/lib/allocator.mjs.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=tools --chown=node:node /app/.next/standalone ./
COPY --from=tools --chown=node:node /app/.next/static ./.next/static
COPY --from=tools --chown=node:node /app/public ./public
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The image has no curl. While the store is down the answer is 503, and the container counts as unhealthy.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/lib/serve-build.mjs"]
