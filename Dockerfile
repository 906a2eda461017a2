# The gateway in a container. Not run by the project's own tests.
FROM node:22-bookworm-slim AS build
WORKDIR /plimsoll
COPY . .
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /plimsoll
COPY --from=build /plimsoll/package.json ./
COPY --from=build /plimsoll/node_modules ./node_modules
COPY --from=build /plimsoll/packages ./packages
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
EXPOSE 8787
# Beyond loopback it wants client keys: compactctl keys create NAME
ENTRYPOINT ["node", "/plimsoll/packages/cli/bin/compactctl.js"]
CMD ["serve", "--host", "0.0.0.0"]
