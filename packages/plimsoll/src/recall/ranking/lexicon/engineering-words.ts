/** English of software: words for the same thing, or for things that belong together, one group a line. */
export const ENGINEERING_WORDS = `
bug defect fault error issue problem
error errors failure fault exception problem
exception error throw thrown raise raised traceback
fail failed fails failing failure broke broken break breaks crash crashes
crash crashed crashes abort aborted died die killed down outage
outage downtime down unavailable incident
down killed crashed stopped dead unavailable oom
incident outage postmortem emergency
hang hangs freeze frozen stuck deadlock blocked
stuck blocked hanging waiting
block blocked blocking blocker blocks
deadlock lock locked locks mutex
lock locks locked locking mutex semaphore
flaky unstable intermittent unreliable random sporadic
unstable flaky intermittent
regression broke broken
slow latency sluggish lag performance delay takes
latency delay response slow
fast quick speed performance
performance speed throughput latency
optimise optimize optimised faster speed-up
timeout timed-out expire deadline too-long
retry retries retrying retried repeat again attempt attempts backoff
attempt attempts try tries tried
repeat repeated again twice duplicate
duplicate duplicates duplicated double twice copy
memory ram heap oom leak
leak leaks leaking exhausted running-out never-released
exhaust exhausted run-out depleted
disk storage space drive volume
space capacity room free disk
cpu processor core cores load
load traffic requests usage
usage use consumption utilisation
limit limits quota throttle cap
throttle throttling throttled rate-limit limiter rate
limiter limit throttle throttling
network connection internet wifi vpn
connection connections socket sockets pool connect connected
socket sockets connection port
port ports listen listening
proxy gateway reverse-proxy ingress
gateway proxy upstream
server servers host machine node instance
host hostname server machine
node nodes server instance machine
cluster nodes kubernetes
container docker pod image
replica replicas copies instances
service services daemon microservice server
daemon background service
client frontend browser consumer
browser chrome firefox safari edge
frontend ui client interface page
backend server api
interface ui api
page pages site website screen view
website site page homepage web
homepage landing start page
screen display monitor
button buttons click
toggle switch flag turn-on enable
flag flags switch toggle feature
switch switches toggle flag
enable enabled turn-on activate activated on
disable disabled turn-off deactivate deactivated off
login log-in sign-in signin authentication authenticate logged credentials
sign-in signin login authentication
logout log-out sign-out
authentication auth login sign-in credentials token
authorization authorisation permission permissions access rights role
permission permissions access rights allowed privilege
password passphrase passwords credential secret pin
secret secrets token key credential credentials
token tokens secret key credential
key keys secret token
certificate tls ssl cert https
encrypt encryption encrypted cipher
vulnerability vulnerable cve security hole exploit advisory
attack attacker hack breach intrusion
deploy deployed deployment rollout roll-out release ship shipped launch
rollout roll-out deployment deploy
release released version publish tag
rollback roll-back undo undone revert reverted downgrade back
undo undone revert reverse rollback
restore restored recover recovery recovering restoring restoration backup
recover recovery restore rescue
backup backups dump snapshot copy restore
dump backup export snapshot
snapshot backup image
migration migrate migrated schema
schema table columns structure migration
backfill fill populate
database db databases sql postgres postgresql mysql sqlite
table tables relation
query queries select statement
index indexes indices indexing indexer indexed
column field columns
row rows record records entry
record records entry row
transaction transactions commit
replication replica replicate
cache caches cached caching memoize
evict evicted eviction purge clear expire
invalidate invalidated stale expire
stale outdated old obsolete expired
queue queues backlog jobs
job jobs task worker cron
worker workers consumer job process
cron scheduled nightly schedule
nightly overnight daily night
schedule scheduled cron
process processes pid running
thread threads concurrency parallel
parallel concurrent concurrency simultaneously
race race-condition concurrency
event events message
message messages notification
webhook callback hook
hook hooks callback
api endpoint endpoints route interface
endpoint route url path
url link address
request requests call
response answer reply
header headers
parameter parameters argument arguments option
option options setting settings flag
setting settings configuration config option preference configured
configuration config settings setup
environment env staging production
staging test-environment preprod
production prod live
variable variables env
default defaults fallback standard
fallback backup default
version versions release
upgrade upgraded update bump newer
downgrade older rollback revert
update updated upgrade refresh
dependency dependencies package packages library libraries module
library libraries package dependency
package packages library module dependency
module modules package component
plugin plugins extension addon
framework library
repository repo git codebase
branch branches fork
commit commits commited change
merge merged pull-request
pull-request pr merge-request review
review reviewer code-review
build builds compile compiled compilation pipeline ci
compile compiler compilation build
pipeline ci workflow build
test tests testing spec suite
fixture fixtures sample
assert assertion expect
coverage covered
mock mocks stub fake
debug debugging troubleshoot diagnose
log logs logging logged logfile
trace tracing stacktrace traceback
monitor monitoring dashboard metrics alerts
alert alerts alarm page paging notify
metric metrics measurement
dashboard grafana chart
chart graph plot diagram
file files document
folder directory directories path
path paths location directory
extension suffix
name naming named rename
rename renamed name
copy copied duplicate clone
delete deleted remove removed drop erase wipe purge
remove removed delete drop strip
strip strips stripped remove
add added insert create append
create created make made new generate
generate generated produce create
write written save store
save saved store persist
store stored storage keep save
read load loaded open
load loaded loading import
import imported ingest load read
export exported dump download
download downloaded fetch
upload uploaded uploading
fetch get retrieve download
send sent transmit emit
receive received consume
parse parsed parsing parser read
format formats formatting formatted
encoding encode encoded utf charset
convert conversion converted transform
sort sorted order ordering
order sequence before after first
before after precede order sequence
filter filters filtered
search searching find lookup
replace replaced substitute
split splits divide
join merge combine
count counts number
number numbers count quantity
size sizes length bytes big large
length size characters
character characters letters chars
string strings text
text texts string content
integer number numeric
float decimal
null nil undefined none empty missing
empty blank null missing
missing absent lost lacks lack not-found
blank empty white
true yes enabled
false no disabled
date dates timestamp time
timezone utc zone clock midnight
clock time utc
locale language translation i18n
translation translations i18n locale
currency euro dollar usd eur
image images picture icon
icon icons symbol logo
font fonts typeface
color colour theme dark
theme dark-mode colors
layout design style css
style styles css
mobile phone ios android app
app application program
application app program software
software program application tool
tool tools utility
script scripts program
program programs software application
command commands cli shell
shell terminal console bash
terminal console shell
install installed installation setup
setup set-up install configure
start started startup boot launch begin
restart restarted reboot rebooted
stop stopped halt shutdown
shutdown stop off
run runs ran running execute
execute executed run
finish finished completed done succeed
succeed succeeded success successful passed healthy ok
success successful succeeded passed fine
healthy ok up working fine
broken faulty failing defective
work works working
fix fixed fixes solved resolve resolved repair patch
resolve resolved fix solved
patch patches hotfix fix
solve solved solution
cause root-cause reason because due
find found discovered identified
algorithm method approach
method function procedure
function functions method
class classes type
type types kind
code source implementation
implementation implement implemented
design architecture
architecture structure design
component components part module
layer layers middleware
middleware filter interceptor
pattern patterns regex
comment comments docs
documentation docs readme manual guide
manual guide handbook instructions
instruction instructions guide steps
example examples sample
license licensing licence gpl mit
open-source oss
feature features functionality capability
requirement spec specification
ticket issue jira
estimate estimated effort points
sprint iteration
customer tenant account
user users account
email mail smtp
spam junk
attachment attachments file
sync synchronise synchronize synchronization
offline disconnected
online connected
cloud aws azure gcp s3
bucket s3 storage
region zone availability
domain dns hostname
dns domain record
firewall blocked rule
ip address
bandwidth throughput traffic
packet packets
sensor sensors device
device devices hardware
hardware machine device
battery power charge
cable wire cord
model models llm
training train trained
prediction predict forecast
accuracy precision
dataset data
payment payments checkout stripe billing
checkout cart basket payment
cart basket checkout
order orders purchase
tracking track trace
pricing price quote prices
idempotent idempotency duplicate
consistent consistency
available availability uptime
scale scaling scaled grow
large big huge
`;
