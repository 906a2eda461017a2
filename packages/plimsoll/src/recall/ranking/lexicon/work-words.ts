/** English of offices and business: words for the same thing, or for things that belong together, one group a line. */
export const WORK_WORDS = `
work job employment occupation profession career
workplace office desk workspace
employee staff worker personnel colleague coworker teammate
boss manager supervisor head chief lead leader
chief ceo director executive president
deputy substitute stand-in replacement backup cover
colleague coworker teammate peer
team group squad crew department
department division unit section
company firm business enterprise corporation organisation organization employer
customer customers client clients buyer shopper account tenant
supplier vendor provider contractor manufacturer
partner partners ally affiliate
hire hired recruit recruiting onboarding applicant candidate
fire fired dismiss layoff laid-off terminated
resign quit leave notice
interview applicant candidate cv resume
responsible accountable owner owns charge in-charge
assign assigned assignee owner responsible working handles handling
approve approved approval sign signs sign-off authorise authorize permission consent green-light ok clearance agree
reject rejected decline declined refuse refused deny denied veto objection object
object objected objection disagree oppose
accept accepted agree agreed consent
agree agreement consensus deal
agreement contract deal treaty terms
contract clause term terms paragraph provision
lawyer lawyers attorney legal counsel solicitor
law legal regulation statute compliance gdpr
court judge lawsuit trial litigation
sign signed signature signatory
document documents paper file form
form application questionnaire
report reports summary statement
invoice invoices bill bills billing receipt
receipt receipts voucher slip
expense expenses spending spend spent expenditure costs outlay
budget funds allowance limit spend money maximum
spend spent spending cost
cost costs price expense amount
amount sum total figure value
total totals sum sums overall
discount rebate reduction off percent
percent percentage share proportion rate
profit margin revenue earnings turnover income
loss deficit losses
debt owe owes owed outstanding unpaid
overdue unpaid late outstanding past-due reminder dunning
due deadline cutoff until latest by
deadline due date expiry until
expire expires expired expiry expiration end ends ended lapse
renew renewal renewed extend extension prolong
extend extended prolong lengthen renewal
subscription subscribe plan membership subscriber
cancel terminate termination end cancellation
quote quotation offer estimate pricing
offer proposal bid tender
negotiate negotiation bargain
order orders purchase po
warehouse storage depot stockroom storehouse
stock inventory supply restock goods
product products item items article goods merchandise
brand logo trademark label
marketing advertising advertisement ad ads campaign promotion
campaign promotion launch
launch release go-live roll-out start
sale sales revenue deal
market markets region
region area territory zone
headquarters head-office hq
branch office subsidiary location
factory plant production manufacturing
machine machines device equipment apparatus
meeting meetings call appointment conference standup sync session
standup daily stand-up scrum
appointment date slot meeting
agenda topics schedule
schedule timetable calendar plan planned
minutes notes protocol
presentation slides deck talk pitch
slide slides deck powerpoint
conference event convention summit
workshop training course seminar session
trainer instructor teacher leads
speaker presenter host moderator
moderator chair host facilitator
note notes remark comment annotation
comment remark feedback review
feedback review opinion rating
complaint complain complained grievance dissatisfied
survey poll questionnaire
rating score stars grade
goal target objective aim okr
strategy plan roadmap approach
roadmap milestones plan schedule
milestone phase stage
task todo job assignment action
priority urgent important prioritise
progress status state
status state condition situation
pending waiting open outstanding awaiting
finished done complete completed
project initiative undertaking programme
scope extent range
stakeholder stakeholders sponsor
audit auditor inspection review check
inspect inspection examine check
certificate certification certified iso
licence license licensing licensed permit
policy rule rules guideline regulation requirement
rule rules policy guideline requirement convention
requirement requirements need criteria demand
standard norm convention
quality defect defects qa
risk hazard threat exposure
security secure protection safety
confidential secret private sensitive internal
privacy personal gdpr data
insurance policy premium claim
claim claims demand
warranty guarantee guaranteed
support helpdesk service assistance
ticket case issue request incident
issue problem trouble ticket case bug
problem issue trouble difficulty
solution fix remedy workaround answer
workaround temporary stopgap
escalate escalation raise
contact person representative liaison
representative agent rep
agent broker dealer
consultant adviser advisor consulting
freelancer contractor self-employed
intern trainee apprentice
shift shifts rota roster
overtime hours
holiday vacation leave absence
absent absence away sick off
travel trip business-trip journey
commute commuting
office desk building
badge card pass keycard
visitor guest
reception desk front-desk lobby
security-guard guard porter janitor caretaker
printer print printed printing scanner
paper paperwork form
archive archived archives store
file folder binder
spreadsheet excel sheet table
column field row
number numbering id identifier reference
reference ref number id
id identifier number code reference
code pin password number
account accounts profile user
member members membership
statistics stats figures numbers metrics
average mean median
increase increased rise rose grow grew raise raised higher up
decrease decreased drop dropped fall fell reduce reduced lower down shrink
change changed modify modified alter adjust update
compare comparison versus
difference differ gap
maximum max most limit cap ceiling upper
minimum min least lower at-least
limit limits restriction cap quota maximum threshold
exception exempt except
reason cause why because grounds motive
result outcome consequence effect
effect impact influence
cause caused causes trigger reason led
purpose aim intention
example sample instance
kind type sort category
list listing enumeration
group cluster set
part piece component portion
whole entire complete total
detail details specifics
information info data
news announcement update
announce announced announcement inform notify
notify notification alert inform
warn warning caution alert
remind reminder nudge
publish published publication release
translate translation translated translator
write wrote written draft author
draft version preliminary
edit edited editing revise revision
review reviewed reviewer check
proofread correct correction
correct right accurate
wrong incorrect mistake false
mistake error wrong slip
confirm confirmed confirmation verify
verify check validate confirm
prove proof evidence
responsibility duty role
role position function job
replace replaced substitute stand-in successor
successor replacement follow
founder founded established
merge merger acquisition takeover
share shares stock equity
invest investment investor funding
loan credit borrow lend
donation donate charity
event occasion
venue place location room
catering food lunch
speaker talk
participant attendee
course capacity places
transport transportation shuttle
cargo freight load
truck lorry van vehicle
customs duty border clearance
import export
export exports exporting exported
packaging pack wrap
pallet crate container
weight kilos kg
`;
